<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja_JP" sourcelanguage="en">
<context>
    <name>Bodies</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n ノード</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) of %1</source>
        <translation>
            <numerusform>%1 の %n ノード</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Description</name>
    <message>
        <source>from %1</source>
        <translation>入力元: %1</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>出力先: %1</translation>
    </message>
    <message>
        <source>added</source>
        <translation>追加</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>erased</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移動</translation>
    </message>
    <message numerus="yes">
        <source>%n diagnostic(s), the worst an error</source>
        <translation>
            <numerusform>診断 %n 件 (最も重いものはエラー)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n diagnostic(s), the worst a warning</source>
        <translation>
            <numerusform>診断 %n 件 (最も重いものは警告)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n diagnostic(s), none worse than a note</source>
        <translation>
            <numerusform>診断 %n 件 (すべて注記)</numerusform>
        </translation>
    </message>
    <message>
        <source>can be expanded</source>
        <translation>展開できます</translation>
    </message>
</context>
<context>
    <name>Inspections</name>
    <message>
        <source>operators</source>
        <translation>オペレーター</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n ノード</numerusform>
        </translation>
    </message>
    <message>
        <source>module</source>
        <translation>モジュール</translation>
    </message>
    <message>
        <source>selection</source>
        <translation>選択範囲</translation>
    </message>
    <message>
        <source>path</source>
        <translation>モジュールパス</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>ノード数</translation>
    </message>
    <message>
        <source>equal calls</source>
        <translation>同一の呼び出し</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>ほか %1 個</translation>
    </message>
    <message>
        <source>lowers to</source>
        <translation>変換後の関数</translation>
    </message>
    <message>
        <source>in ONNX</source>
        <translation>ONNX 側</translation>
    </message>
    <message>
        <source>no node</source>
        <translation>ノードなし</translation>
    </message>
    <message>
        <source>value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>producer</source>
        <translation>生成元</translation>
    </message>
    <message>
        <source>consumers</source>
        <translation>利用先</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>no node of this export names it in its metadata (pkg.torch.onnx.fx_node), nor its line and module</source>
        <translation>このエクスポートには、メタデータ (pkg.torch.onnx.fx_node) でこのノードを指すノードも、行とモジュールが一致するノードもありません</translation>
    </message>
    <message>
        <source>the program was not lowered</source>
        <translation>プログラムは ONNX に変換されていません</translation>
    </message>
    <message>
        <source>erased by the pass %1</source>
        <translation>パス %1 で削除されました</translation>
    </message>
    <message>
        <source>a subgraph or attribute is part of the nodes that read it</source>
        <translation>サブグラフや属性は、それを読むノードの一部になります</translation>
    </message>
    <message>
        <source>nothing in the ONNX graph reads it</source>
        <translation>ONNX グラフにはこれを読むノードがありません</translation>
    </message>
    <message>
        <source>lowering needed no node for it: its value is known, or it is taken directly from its argument</source>
        <translation>変換にノードは不要でした。値が既知であるか、引数がそのまま使われています</translation>
    </message>
    <message>
        <source>its ONNX nodes were removed by the pass %1</source>
        <translation>対応する ONNX ノードはパス %1 で削除されました</translation>
    </message>
    <message>
        <source>its ONNX nodes are not in the graph that is shown</source>
        <translation>対応する ONNX ノードは表示中のグラフにありません</translation>
    </message>
    <message>
        <source>its metadata (pkg.torch.onnx.fx_node) name no node of this program</source>
        <translation>メタデータ (pkg.torch.onnx.fx_node) が指すノードはこのプログラムにありません</translation>
    </message>
    <message>
        <source>made by the pass %1</source>
        <translation>パス %1 で作られました</translation>
    </message>
    <message>
        <source>no FX node is recorded as its origin</source>
        <translation>元になった FX ノードは記録されていません</translation>
    </message>
</context>
<context>
    <name>actions</name>
    <message>
        <source>&amp;Open…</source>
        <translation>開く(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a .pt2 file that torch.export.save wrote</source>
        <translation>torch.export.save で保存した .pt2 ファイルを開きます</translation>
    </message>
    <message>
        <source>Re&amp;load</source>
        <translation>再読み込み(&amp;L)</translation>
    </message>
    <message>
        <source>Read the file again and run all passes</source>
        <translation>ファイルを読み直し、すべてのパスを実行します</translation>
    </message>
    <message>
        <source>&amp;Close model</source>
        <translation>モデルを閉じる(&amp;C)</translation>
    </message>
    <message>
        <source>Close the model that is shown</source>
        <translation>表示中のモデルを閉じます</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>エクスポート(&amp;E)…</translation>
    </message>
    <message>
        <source>Write the model as ONNX</source>
        <translation>モデルを ONNX として書き出します</translation>
    </message>
    <message>
        <source>Export agai&amp;n</source>
        <translation>もう一度エクスポート(&amp;N)</translation>
    </message>
    <message>
        <source>Export with the options of the last export; the first time they are asked for</source>
        <translation>前回と同じ設定でエクスポートします。初回は設定を尋ねます</translation>
    </message>
    <message>
        <source>&amp;Verify</source>
        <translation>検証(&amp;V)</translation>
    </message>
    <message>
        <source>Run the export in ONNX Runtime and compare its numbers with PyTorch&apos;s</source>
        <translation>エクスポート結果を ONNX Runtime で実行し、PyTorch の数値と比較します</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>中止(&amp;T)</translation>
    </message>
    <message>
        <source>Give up what is being opened or verified; what is open stays</source>
        <translation>読み込みや検証を中止します。開いているモデルはそのまま残ります</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>終了(&amp;Q)</translation>
    </message>
    <message>
        <source>Close all models and the window</source>
        <translation>すべてのモデルとウィンドウを閉じます</translation>
    </message>
    <message>
        <source>&amp;Restart</source>
        <translation>最初に戻る(&amp;R)</translation>
    </message>
    <message>
        <source>Go back to the program as loaded</source>
        <translation>読み込んだ直後のプログラムに戻ります</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>戻る(&amp;B)</translation>
    </message>
    <message>
        <source>Undo one change</source>
        <translation>変更を 1 つ取り消します</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>ステップ(&amp;S)</translation>
    </message>
    <message>
        <source>Do the next change</source>
        <translation>次の変更を 1 つ適用します</translation>
    </message>
    <message>
        <source>&amp;Next pass</source>
        <translation>次のパス(&amp;N)</translation>
    </message>
    <message>
        <source>Run to the end of this pass, or of the next one that changes something</source>
        <translation>このパス、または次に変更を行うパスの終わりまで進みます</translation>
    </message>
    <message>
        <source>&amp;Finish</source>
        <translation>最後まで(&amp;F)</translation>
    </message>
    <message>
        <source>Run all passes</source>
        <translation>すべてのパスを実行します</translation>
    </message>
    <message>
        <source>&amp;Fit</source>
        <translation>全体を表示(&amp;F)</translation>
    </message>
    <message>
        <source>Show the whole graph</source>
        <translation>グラフ全体を表示します</translation>
    </message>
    <message>
        <source>Zoom to &amp;selection</source>
        <translation>選択範囲に合わせる(&amp;S)</translation>
    </message>
    <message>
        <source>Show the selected nodes as large as fits</source>
        <translation>選択したノードを収まる限り大きく表示します</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>拡大(&amp;I)</translation>
    </message>
    <message>
        <source>Show less, larger</source>
        <translation>狭い範囲を大きく表示します</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>縮小(&amp;O)</translation>
    </message>
    <message>
        <source>Show more, smaller</source>
        <translation>広い範囲を小さく表示します</translation>
    </message>
    <message>
        <source>&amp;Actual size</source>
        <translation>実際のサイズ(&amp;A)</translation>
    </message>
    <message>
        <source>Show text at its own size</source>
        <translation>文字を本来の大きさで表示します</translation>
    </message>
    <message>
        <source>E&amp;xpand or collapse</source>
        <translation>展開 / 折りたたみ(&amp;X)</translation>
    </message>
    <message>
        <source>Open the selected module or function in place, or close the frame around the selection</source>
        <translation>選択したモジュールや関数をその場で開くか、選択範囲を囲む枠を閉じます</translation>
    </message>
    <message>
        <source>Expand a&amp;ll</source>
        <translation>すべて展開(&amp;L)</translation>
    </message>
    <message>
        <source>Open every module, function and body of both graphs</source>
        <translation>両方のグラフのモジュール、関数、本体をすべて開きます</translation>
    </message>
    <message>
        <source>&amp;Collapse all</source>
        <translation>すべて折りたたむ(&amp;C)</translation>
    </message>
    <message>
        <source>Close every frame of both graphs</source>
        <translation>両方のグラフの枠をすべて閉じます</translation>
    </message>
    <message>
        <source>Select not&amp;hing</source>
        <translation>選択を解除(&amp;H)</translation>
    </message>
    <message>
        <source>Clear the selection in both graphs</source>
        <translation>両方のグラフの選択を解除します</translation>
    </message>
    <message>
        <source>Fin&amp;d</source>
        <translation>検索(&amp;D)</translation>
    </message>
    <message>
        <source>Find nodes in both graphs by name, op: or shape:</source>
        <translation>名前、op:、shape: で両方のグラフのノードを検索します</translation>
    </message>
    <message>
        <source>Find n&amp;ext</source>
        <translation>次を検索(&amp;E)</translation>
    </message>
    <message>
        <source>Go to the next node that was found</source>
        <translation>次に見つかったノードへ移動します</translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation>前を検索(&amp;P)</translation>
    </message>
    <message>
        <source>Go to the node that was found before</source>
        <translation>前に見つかったノードへ移動します</translation>
    </message>
    <message>
        <source>Value &amp;names on edges</source>
        <translation>エッジに値の名前を表示(&amp;N)</translation>
    </message>
    <message>
        <source>Write the name of each value above its shape</source>
        <translation>各値の名前を形状の上に表示します</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation>インスペクター(&amp;I)</translation>
    </message>
    <message>
        <source>Show or hide the inspector</source>
        <translation>インスペクターの表示を切り替えます</translation>
    </message>
    <message>
        <source>Bottom &amp;panel</source>
        <translation>下部パネル(&amp;P)</translation>
    </message>
    <message>
        <source>Show or hide diagnostics, text diff and log</source>
        <translation>診断、テキスト差分、ログの表示を切り替えます</translation>
    </message>
    <message>
        <source>&amp;Diagnostics</source>
        <translation>診断(&amp;D)</translation>
    </message>
    <message>
        <source>Show the findings</source>
        <translation>診断の一覧を表示します</translation>
    </message>
    <message>
        <source>&amp;Text diff</source>
        <translation>テキスト差分(&amp;T)</translation>
    </message>
    <message>
        <source>Show the printed graph before and after the pass</source>
        <translation>パスの前後のグラフをテキストで比べます</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>ログ(&amp;L)</translation>
    </message>
    <message>
        <source>Show what happened</source>
        <translation>実行の記録を表示します</translation>
    </message>
    <message>
        <source>Go to F&amp;X graph</source>
        <translation>FX グラフへ移動(&amp;X)</translation>
    </message>
    <message>
        <source>Let keys go to the FX graph</source>
        <translation>キー入力を FX グラフに向けます</translation>
    </message>
    <message>
        <source>Go to O&amp;NNX graph</source>
        <translation>ONNX グラフへ移動(&amp;N)</translation>
    </message>
    <message>
        <source>Let keys go to the ONNX graph</source>
        <translation>キー入力を ONNX グラフに向けます</translation>
    </message>
    <message>
        <source>Next &amp;model</source>
        <translation>次のモデル(&amp;M)</translation>
    </message>
    <message>
        <source>Show the model to the right</source>
        <translation>右隣のモデルを表示します</translation>
    </message>
    <message>
        <source>Pre&amp;vious model</source>
        <translation>前のモデル(&amp;V)</translation>
    </message>
    <message>
        <source>Show the model to the left</source>
        <translation>左隣のモデルを表示します</translation>
    </message>
    <message>
        <source>Copy co&amp;mmand</source>
        <translation>コマンドをコピー(&amp;M)</translation>
    </message>
    <message>
        <source>Copy the command that exports this model with these settings</source>
        <translation>このモデルを同じ設定でエクスポートするコマンドをコピーします</translation>
    </message>
    <message>
        <source>Cop&amp;y names</source>
        <translation>名前をコピー(&amp;Y)</translation>
    </message>
    <message>
        <source>Copy the names of the selected nodes</source>
        <translation>選択したノードの名前をコピーします</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>システムの外観(&amp;S)</translation>
    </message>
    <message>
        <source>Light or dark as the desktop is</source>
        <translation>デスクトップに合わせてライトまたはダークにします</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>ライト(&amp;L)</translation>
    </message>
    <message>
        <source>Light colours</source>
        <translation>明るい配色にします</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>ダーク(&amp;D)</translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation>暗い配色にします</translation>
    </message>
    <message>
        <source>High &amp;contrast</source>
        <translation>ハイコントラスト(&amp;C)</translation>
    </message>
    <message>
        <source>White on black, with strong lines</source>
        <translation>黒地に白、太い線で表示します</translation>
    </message>
    <message>
        <source>As the desk&amp;top</source>
        <translation>システムの言語(&amp;T)</translation>
    </message>
    <message>
        <source>The language of the desktop, or English</source>
        <translation>デスクトップの言語にします。対応していなければ英語になります</translation>
    </message>
    <message>
        <source>&amp;Back to selection before</source>
        <translation>前の選択へ戻る(&amp;B)</translation>
    </message>
    <message>
        <source>Select what was selected before</source>
        <translation>直前に選択していたものを選択します</translation>
    </message>
    <message>
        <source>&amp;Forward to selection after</source>
        <translation>次の選択へ進む(&amp;F)</translation>
    </message>
    <message>
        <source>Select what was selected before going back</source>
        <translation>戻る前に選択していたものを選択します</translation>
    </message>
    <message>
        <source>Next &amp;diagnostic</source>
        <translation>次の診断(&amp;D)</translation>
    </message>
    <message>
        <source>Go to the node of the next finding</source>
        <translation>次の診断のノードへ移動します</translation>
    </message>
    <message>
        <source>Previous d&amp;iagnostic</source>
        <translation>前の診断(&amp;I)</translation>
    </message>
    <message>
        <source>Go to the node of the finding before</source>
        <translation>前の診断のノードへ移動します</translation>
    </message>
    <message>
        <source>&amp;Model properties</source>
        <translation>モデルのプロパティ(&amp;M)</translation>
    </message>
    <message>
        <source>Select nothing, so that the inspector shows the model</source>
        <translation>選択を解除し、インスペクターにモデルを表示します</translation>
    </message>
    <message>
        <source>FX &amp;graph</source>
        <translation>FX グラフ(&amp;G)</translation>
    </message>
    <message>
        <source>Show or hide the FX graph</source>
        <translation>FX グラフの表示を切り替えます</translation>
    </message>
    <message>
        <source>&amp;ONNX graph</source>
        <translation>ONNX グラフ(&amp;O)</translation>
    </message>
    <message>
        <source>Show or hide the ONNX graph</source>
        <translation>ONNX グラフの表示を切り替えます</translation>
    </message>
    <message>
        <source>S&amp;wap graphs</source>
        <translation>グラフを入れ替える(&amp;W)</translation>
    </message>
    <message>
        <source>Put one graph in the place of the other</source>
        <translation>2 つのグラフの位置を入れ替えます</translation>
    </message>
    <message>
        <source>Graphs &amp;below each other</source>
        <translation>グラフを上下に並べる(&amp;B)</translation>
    </message>
    <message>
        <source>Put the graphs below instead of beside each other</source>
        <translation>グラフを左右ではなく上下に並べます</translation>
    </message>
    <message>
        <source>Flow to the &amp;right</source>
        <translation>右向きに流す(&amp;R)</translation>
    </message>
    <message>
        <source>Let values flow from left to right instead of downwards</source>
        <translation>値を下向きではなく左から右へ流します</translation>
    </message>
    <message>
        <source>Lar&amp;ger text</source>
        <translation>文字を大きく(&amp;G)</translation>
    </message>
    <message>
        <source>Make words and code around the graphs larger</source>
        <translation>グラフの周りの文字とコードを大きくします</translation>
    </message>
    <message>
        <source>S&amp;maller text</source>
        <translation>文字を小さく(&amp;M)</translation>
    </message>
    <message>
        <source>Make words and code around the graphs smaller</source>
        <translation>グラフの周りの文字とコードを小さくします</translation>
    </message>
    <message>
        <source>&amp;Normal text</source>
        <translation>標準の文字サイズ(&amp;N)</translation>
    </message>
    <message>
        <source>Give words and code their own size back</source>
        <translation>文字とコードを本来の大きさに戻します</translation>
    </message>
    <message>
        <source>Comman&amp;ds…</source>
        <translation>コマンド(&amp;D)…</translation>
    </message>
    <message>
        <source>Run a command or find a node by its name</source>
        <translation>名前でコマンドを実行するか、ノードを検索します</translation>
    </message>
    <message>
        <source>S&amp;hortcuts</source>
        <translation>ショートカット(&amp;H)</translation>
    </message>
    <message>
        <source>Show all keys</source>
        <translation>すべてのキーを表示します</translation>
    </message>
    <message>
        <source>A&amp;bout Sidelight</source>
        <translation>Sidelight について(&amp;B)</translation>
    </message>
    <message>
        <source>Version and licences</source>
        <translation>バージョンとライセンス</translation>
    </message>
    <message>
        <source>Open body in a &amp;tab</source>
        <translation>本体をタブで開く(&amp;T)</translation>
    </message>
    <message>
        <source>Show the body of the selected function, or of the one around it, in a tab of its own</source>
        <translation>選択した関数、または選択範囲を含む関数の本体を別のタブに表示します</translation>
    </message>
    <message>
        <source>Run to ne&amp;xt stop</source>
        <translation>次の停止位置まで実行(&amp;X)</translation>
    </message>
    <message>
        <source>Go to the next change that the expression in the Changes panel holds for</source>
        <translation>「変更」パネルの式に当てはまる次の変更へ進みます</translation>
    </message>
    <message>
        <source>Run bac&amp;k to stop</source>
        <translation>前の停止位置まで戻る(&amp;K)</translation>
    </message>
    <message>
        <source>Go back to the change before that the expression holds for</source>
        <translation>式に当てはまる前の変更へ戻ります</translation>
    </message>
    <message>
        <source>Stop at this n&amp;ode</source>
        <translation>このノードで停止(&amp;O)</translation>
    </message>
    <message>
        <source>Stop at changes of the selected node, or no more</source>
        <translation>選択したノードの変更で停止する、またはやめます</translation>
    </message>
    <message>
        <source>R&amp;un to this node</source>
        <translation>このノードまで実行(&amp;U)</translation>
    </message>
    <message>
        <source>Go to the next change that touches the selected node, or to its first</source>
        <translation>選択したノードに触れる次の変更へ、なければ最初の変更へ進みます</translation>
    </message>
    <message>
        <source>Run &amp;passes</source>
        <translation>パスを実行(&amp;P)</translation>
    </message>
    <message>
        <source>Run the passes as the Passes panel has them</source>
        <translation>「パス」パネルの並びどおりにパスを実行します</translation>
    </message>
    <message>
        <source>Compare &amp;numbers</source>
        <translation>数値を比較(&amp;N)</translation>
    </message>
    <message>
        <source>Evaluate the graph before and after every pass and compare bit by bit</source>
        <translation>各パスの前後でグラフを評価し、ビット単位で比較します</translation>
    </message>
    <message>
        <source>Pass &amp;up</source>
        <translation>パスを上へ(&amp;U)</translation>
    </message>
    <message>
        <source>Run the chosen pass earlier</source>
        <translation>選んだパスを先に実行します</translation>
    </message>
    <message>
        <source>Pass &amp;down</source>
        <translation>パスを下へ(&amp;D)</translation>
    </message>
    <message>
        <source>Run the chosen pass later</source>
        <translation>選んだパスを後で実行します</translation>
    </message>
    <message>
        <source>R&amp;epeat pass</source>
        <translation>パスを繰り返す(&amp;E)</translation>
    </message>
    <message>
        <source>Run the chosen pass once more after itself</source>
        <translation>選んだパスをその直後にもう一度実行します</translation>
    </message>
    <message>
        <source>&amp;Remove pass</source>
        <translation>パスを外す(&amp;R)</translation>
    </message>
    <message>
        <source>Take the chosen pass out of the pipeline</source>
        <translation>選んだパスをパイプラインから外します</translation>
    </message>
    <message>
        <source>De&amp;fault passes</source>
        <translation>既定のパス(&amp;F)</translation>
    </message>
    <message>
        <source>Go back to the default pipeline</source>
        <translation>既定のパイプラインに戻します</translation>
    </message>
    <message>
        <source>&amp;Load passes…</source>
        <translation>パスを読み込む(&amp;L)…</translation>
    </message>
    <message>
        <source>Take the pipeline from a preset file</source>
        <translation>プリセットファイルからパイプラインを読み込みます</translation>
    </message>
    <message>
        <source>&amp;Save passes…</source>
        <translation>パスを保存(&amp;S)…</translation>
    </message>
    <message>
        <source>Write the pipeline to a preset file, which --passes takes too</source>
        <translation>パイプラインをプリセットファイルに書き出します(--passes でも使えます)</translation>
    </message>
    <message>
        <source>P&amp;asses</source>
        <translation>パス(&amp;A)</translation>
    </message>
    <message>
        <source>Show the pipeline, to be changed</source>
        <translation>パイプラインを表示して編集します</translation>
    </message>
    <message>
        <source>&amp;Changes</source>
        <translation>変更(&amp;C)</translation>
    </message>
    <message>
        <source>Show every change of the pass at hand</source>
        <translation>現在のパスの変更をすべて表示します</translation>
    </message>
    <message>
        <source>&amp;History</source>
        <translation>履歴(&amp;H)</translation>
    </message>
    <message>
        <source>Show the selected node&apos;s way through the passes</source>
        <translation>選択したノードがパスを通ってどう変わったかを表示します</translation>
    </message>
    <message>
        <source>Cov&amp;erage</source>
        <translation>カバレッジ(&amp;E)</translation>
    </message>
    <message>
        <source>Show which nodes the pass at hand looked at, matched and changed</source>
        <translation>現在のパスが調べた・一致した・変更したノードを表示します</translation>
    </message>
    <message>
        <source>&amp;Undo edit</source>
        <translation>編集を元に戻す(&amp;U)</translation>
    </message>
    <message>
        <source>Take back the last edit by hand</source>
        <translation>手で行った最後の編集を取り消します</translation>
    </message>
    <message>
        <source>Re&amp;do edit</source>
        <translation>編集をやり直す(&amp;D)</translation>
    </message>
    <message>
        <source>Make the edit again that was taken back</source>
        <translation>取り消した編集をもう一度行います</translation>
    </message>
    <message>
        <source>Give the selected node another name</source>
        <translation>選択したノードの名前を変えます</translation>
    </message>
    <message>
        <source>Give the selected node another target or other arguments</source>
        <translation>選択したノードのターゲットや引数を変えます</translation>
    </message>
    <message>
        <source>Insert befo&amp;re…</source>
        <translation>前に挿入(&amp;R)…</translation>
    </message>
    <message>
        <source>Put a new node before the selected one</source>
        <translation>選択したノードの前に新しいノードを置きます</translation>
    </message>
    <message>
        <source>&amp;Insert after…</source>
        <translation>後に挿入(&amp;I)…</translation>
    </message>
    <message>
        <source>Put a new node after the selected one</source>
        <translation>選択したノードの後に新しいノードを置きます</translation>
    </message>
    <message>
        <source>&amp;Erase node</source>
        <translation>ノードを削除(&amp;E)</translation>
    </message>
    <message>
        <source>Remove the selected node, which nothing may read</source>
        <translation>どこからも読まれていない選択ノードを取り除きます</translation>
    </message>
    <message>
        <source>Let what reads the selected node read its input, and remove it</source>
        <translation>選択したノードを読むものにその入力を読ませ、ノードを取り除きます</translation>
    </message>
    <message>
        <source>Move the selected node before the one before it</source>
        <translation>選択したノードを一つ前のノードの前へ移します</translation>
    </message>
    <message>
        <source>Move &amp;later</source>
        <translation>後ろへ移動(&amp;L)</translation>
    </message>
    <message>
        <source>Move the selected node after the one after it</source>
        <translation>選択したノードを一つ後のノードの後へ移します</translation>
    </message>
    <message>
        <source>&amp;Save edits as a rule file…</source>
        <translation>編集を規則ファイルに保存(&amp;S)…</translation>
    </message>
    <message>
        <source>Write the edits of the FX graph to a file that other models can be edited by</source>
        <translation>FX グラフの編集を、他のモデルにも使えるファイルに書きます</translation>
    </message>
    <message>
        <source>Open the text of print(graph), graph_module.code or an ONNX model from the clipboard</source>
        <translation>クリップボードにある print(graph)、graph_module.code、ONNX モデルのテキストを開きます</translation>
    </message>
    <message>
        <source>Expand all &amp;below</source>
        <translation>配下をすべて展開(&amp;B)</translation>
    </message>
    <message>
        <source>Open the selected box and everything inside it</source>
        <translation>選択したボックスとその中のすべてを開きます</translation>
    </message>
    <message>
        <source>Level &amp;1</source>
        <translation>レベル &amp;1</translation>
    </message>
    <message>
        <source>Open the outermost boxes of both graphs, and close what is inside them</source>
        <translation>両方のグラフの一番外側のボックスを開き、その中を閉じます</translation>
    </message>
    <message>
        <source>Level &amp;2</source>
        <translation>レベル &amp;2</translation>
    </message>
    <message>
        <source>Open the two outer levels of boxes of both graphs</source>
        <translation>両方のグラフの外側 2 レベルのボックスを開きます</translation>
    </message>
    <message>
        <source>Level &amp;3</source>
        <translation>レベル &amp;3</translation>
    </message>
    <message>
        <source>Open the three outer levels of boxes of both graphs</source>
        <translation>両方のグラフの外側 3 レベルのボックスを開きます</translation>
    </message>
    <message>
        <source>Change the FX graph as a rule file says</source>
        <translation>ルールファイルのとおりに FX グラフを変更します</translation>
    </message>
    <message>
        <source>Save as &amp;test…</source>
        <translation>テストとして保存(&amp;T)…</translation>
    </message>
    <message>
        <source>Write what the chosen pass got and made to a file that runs as a test</source>
        <translation>選択したパスの入力と結果を、テストとして実行できるファイルに書き出します</translation>
    </message>
    <message>
        <source>&amp;Apply rules…</source>
        <translation>ルールを適用(&amp;A)…</translation>
    </message>
    <message>
        <source>Rena&amp;me…</source>
        <translation>名前を変更(&amp;M)…</translation>
    </message>
    <message>
        <source>Chan&amp;ge call…</source>
        <translation>呼び出しを変更(&amp;G)…</translation>
    </message>
    <message>
        <source>By&amp;pass node</source>
        <translation>ノードを迂回(&amp;P)</translation>
    </message>
    <message>
        <source>Move e&amp;arlier</source>
        <translation>前へ移動(&amp;A)</translation>
    </message>
    <message>
        <source>Paste grap&amp;h</source>
        <translation>グラフを貼り付け(&amp;H)</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>ONNX model</source>
        <translation>ONNX モデル</translation>
    </message>
    <message>
        <source>This node is not in the graph at this position.</source>
        <translation>この時点のグラフにこのノードはありません。</translation>
    </message>
    <message>
        <source>This node is not in the model at this position.</source>
        <translation>この時点のモデルにこのノードはありません。</translation>
    </message>
    <message>
        <source>function call</source>
        <translation>関数呼び出し</translation>
    </message>
    <message>
        <source>input</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>initializer</source>
        <translation>初期化子</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>オペレーター</translation>
    </message>
    <message>
        <source>output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>呼び出し</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>由来</translation>
    </message>
    <message>
        <source>Graph signature</source>
        <translation>グラフシグネチャ</translation>
    </message>
    <message>
        <source>History</source>
        <translation>履歴</translation>
    </message>
    <message>
        <source>In ONNX</source>
        <translation>ONNX 側</translation>
    </message>
    <message>
        <source>In FX</source>
        <translation>FX 側</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>関数</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Parameters and buffers</source>
        <translation>パラメーターとバッファー</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>プログラム</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>オペレーター</translation>
    </message>
    <message>
        <source>ONNX inputs</source>
        <translation>ONNX の入力</translation>
    </message>
    <message>
        <source>ONNX outputs</source>
        <translation>ONNX の出力</translation>
    </message>
    <message>
        <source>ONNX operators</source>
        <translation>ONNX オペレーター</translation>
    </message>
    <message>
        <source>verified against PyTorch</source>
        <translation>PyTorch との照合</translation>
    </message>
    <message>
        <source>users</source>
        <translation>使用ノード</translation>
    </message>
    <message>
        <source>%1 (default)</source>
        <translation>%1 (既定値)</translation>
    </message>
    <message>
        <source>type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>strides</source>
        <translation>ストライド</translation>
    </message>
    <message>
        <source>requires grad</source>
        <translation>勾配が必要</translation>
    </message>
    <message>
        <source>any size</source>
        <translation>任意のサイズ</translation>
    </message>
    <message>
        <source>%1  example %2</source>
        <translation>%1  例 %2</translation>
    </message>
    <message>
        <source>module</source>
        <translation>モジュール</translation>
    </message>
    <message>
        <source>source</source>
        <translation>ソース</translation>
    </message>
    <message>
        <source>function</source>
        <translation>関数</translation>
    </message>
    <message>
        <source>torch function</source>
        <translation>torch 関数</translation>
    </message>
    <message>
        <source>from node</source>
        <translation>元のノード</translation>
    </message>
    <message>
        <source>doc string</source>
        <translation>doc string</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>target</source>
        <translation>対象</translation>
    </message>
    <message>
        <source>persistent</source>
        <translation>永続</translation>
    </message>
    <message>
        <source>user input</source>
        <translation>ユーザー入力</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>パラメーター</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>バッファー</translation>
    </message>
    <message>
        <source>constant tensor</source>
        <translation>定数テンソル</translation>
    </message>
    <message>
        <source>custom object</source>
        <translation>カスタムオブジェクト</translation>
    </message>
    <message>
        <source>token</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>constant input</source>
        <translation>定数入力</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>stored in</source>
        <translation>格納先</translation>
    </message>
    <message>
        <source>data</source>
        <translation>データ</translation>
    </message>
    <message>
        <source>declared without data</source>
        <translation>データなしで宣言</translation>
    </message>
    <message>
        <source>node</source>
        <translation>ノード</translation>
    </message>
    <message>
        <source>No ONNX node stands for it: it was folded, or is only a size, a parameter or a name.</source>
        <translation>対応する ONNX ノードはありません。畳み込まれたか、サイズ、パラメーター、名前にすぎません。</translation>
    </message>
    <message>
        <source>No FX node is known for it.</source>
        <translation>対応する FX ノードは不明です。</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>書き込み</translation>
    </message>
    <message>
        <source>to an argument</source>
        <translation>引数に書き込む</translation>
    </message>
    <message>
        <source>returns</source>
        <translation>戻り値</translation>
    </message>
    <message>
        <source>a view of an argument</source>
        <translation>引数のビュー</translation>
    </message>
    <message>
        <source>random</source>
        <translation>乱数</translation>
    </message>
    <message>
        <source>seeded</source>
        <translation>シードに依存</translation>
    </message>
    <message>
        <source>since</source>
        <translation>導入</translation>
    </message>
    <message>
        <source>opset %1</source>
        <translation>opset %1</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>読み込み</translation>
    </message>
    <message>
        <source>+ was in the file</source>
        <translation>+ ファイルに存在</translation>
    </message>
    <message>
        <source>+ added</source>
        <translation>+ 追加</translation>
    </message>
    <message>
        <source>− erased</source>
        <translation>− 削除</translation>
    </message>
    <message>
        <source>↕ moved</source>
        <translation>↕ 移動</translation>
    </message>
    <message>
        <source>metadata changed</source>
        <translation>メタデータを変更</translation>
    </message>
    <message>
        <source>arguments changed</source>
        <translation>引数を変更</translation>
    </message>
    <message>
        <source>target is %1 now</source>
        <translation>target を %1 に変更</translation>
    </message>
    <message>
        <source>renamed from %1</source>
        <translation>%1 から改名</translation>
    </message>
    <message>
        <source>type is %1 now</source>
        <translation>型を %1 に変更</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>省略</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>domain</source>
        <translation>ドメイン</translation>
    </message>
    <message>
        <source>body</source>
        <translation>本体</translation>
    </message>
    <message>
        <source>1 node</source>
        <translation>1 ノード</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 ノード</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>呼び出し数</translation>
    </message>
    <message>
        <source>schema</source>
        <translation>スキーマ</translation>
    </message>
    <message>
        <source>dialect</source>
        <translation>方言</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>テンソル数</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>要素数</translation>
    </message>
    <message>
        <source>stored</source>
        <translation>格納サイズ</translation>
    </message>
    <message>
        <source>IR version</source>
        <translation>IR バージョン</translation>
    </message>
    <message>
        <source>producer</source>
        <translation>プロデューサー</translation>
    </message>
    <message>
        <source>functions</source>
        <translation>関数の数</translation>
    </message>
    <message>
        <source>initializers</source>
        <translation>初期化子の数</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>ほか %1 個</translation>
    </message>
    <message>
        <source>equal, %1</source>
        <translation>一致, %1</translation>
    </message>
    <message>
        <source>differs, %1</source>
        <translation>不一致, %1</translation>
    </message>
    <message>
        <source>read</source>
        <translation>読み込み</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>パス</translation>
    </message>
    <message>
        <source>lower</source>
        <translation>ローワリング</translation>
    </message>
    <message>
        <source>onnx passes</source>
        <translation>ONNX のパス</translation>
    </message>
    <message>
        <source>check</source>
        <translation>検査</translation>
    </message>
    <message>
        <source>exporting</source>
        <translation>エクスポート</translation>
    </message>
    <message>
        <source>evaluating</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Inlines subgraphs that are only run: regions of no_grad and autocast, with autocast&apos;s casts.</source>
        <translation>no_grad と autocast の領域のように、ただ実行されるだけのサブグラフを、autocast のキャストとともにインライン化します。</translation>
    </message>
    <message>
        <source>Replaces calls that vmap makes for single elements by calls on the whole batch.</source>
        <translation>vmap が要素ごとに行う呼び出しを、バッチ全体への呼び出しに置き換えます。</translation>
    </message>
    <message>
        <source>Removes run-time assertions and what only they read.</source>
        <translation>実行時アサーションと、それだけが読む値を取り除きます。</translation>
    </message>
    <message>
        <source>Replaces in-place calls by their functional twins and makes mutated buffers and inputs outputs.</source>
        <translation>インプレースの呼び出しを関数型の呼び出しに置き換え、書き換えられるバッファーと入力を出力にします。</translation>
    </message>
    <message>
        <source>Makes implicit type promotion explicit by casts.</source>
        <translation>暗黙の型昇格をキャストで明示します。</translation>
    </message>
    <message>
        <source>Evaluates constant sizes, scalars and small tensors.</source>
        <translation>定数のサイズ、スカラー、小さなテンソルを評価します。</translation>
    </message>
    <message>
        <source>Replaces calls that repeat an earlier one.</source>
        <translation>前の呼び出しを繰り返す呼び出しを置き換えます。</translation>
    </message>
    <message>
        <source>Removes calls whose results nobody reads.</source>
        <translation>結果が読まれない呼び出しを取り除きます。</translation>
    </message>
    <message>
        <source>Lower each call to an ONNX function body, and group the calls by module.</source>
        <translation>各呼び出しを ONNX の関数本体に変換し、モジュールごとにまとめます。</translation>
    </message>
    <message>
        <source>Inlines calls of functions that the chosen level does not keep.</source>
        <translation>選んだレベルで残さない関数の呼び出しをインライン化します。</translation>
    </message>
    <message>
        <source>Removes Identity nodes whose readers can read their input.</source>
        <translation>読み手が入力を直接読める Identity ノードを取り除きます。</translation>
    </message>
    <message>
        <source>Removes nodes, initializers, functions and opset imports that nothing uses.</source>
        <translation>使われないノード、初期化子、関数、opset のインポートを取り除きます。</translation>
    </message>
    <message>
        <source>Merges initializers that share a storage, and small equal constants.</source>
        <translation>ストレージを共有する初期化子と、等しい小さな定数をまとめます。</translation>
    </message>
    <message>
        <source>Gives values the types that onnx&apos;s shape inference finds.</source>
        <translation>onnx の形状推論で得られた型を値に付けます。</translation>
    </message>
    <message>
        <source>Gives every node and value a name of its own.</source>
        <translation>すべてのノードと値に固有の名前を付けます。</translation>
    </message>
    <message>
        <source>Replaces nodes that repeat an earlier one.</source>
        <translation>前のノードと同じノードを置き換えます。</translation>
    </message>
    <message>
        <source>Computes ahead what operators give for constants and known shapes.</source>
        <translation>定数と既知の形状に対する演算子の結果を、前もって計算します。</translation>
    </message>
    <message>
        <source>Makes Constant nodes initializers.</source>
        <translation>Constant ノードを初期化子にします。</translation>
    </message>
    <message>
        <source>Converts the model to another opset of ai.onnx.</source>
        <translation>モデルを ai.onnx の別の opset に変換します。</translation>
    </message>
    <message>
        <source>Removes transposes that move nothing or undo each other, and fuses the others.</source>
        <translation>何も動かさない、または打ち消し合う転置を取り除き、ほかの転置を一つにまとめます。</translation>
    </message>
    <message>
        <source>Removes casts to the type that a value has, and fuses those that follow each other.</source>
        <translation>値がすでに持つ型へのキャストを取り除き、連続するキャストを一つにまとめます。</translation>
    </message>
    <message>
        <source>Removes operators that give back their input as it is.</source>
        <translation>入力をそのまま返す演算子を取り除きます。</translation>
    </message>
    <message>
        <source>Makes a subgraph of each module&apos;s calls, and calls it.</source>
        <translation>各モジュールの呼び出しをサブグラフにまとめ、それを呼び出します。</translation>
    </message>
    <message>
        <source>Moves nodes next to those of their module, or by their distance from the inputs.</source>
        <translation>ノードを、同じモジュールのノードの隣に、または入力からの距離の順に移します。</translation>
    </message>
    <message>
        <source>Names calls anew after their targets or modules.</source>
        <translation>呼び出しに、ターゲットまたはモジュールにちなんだ名前を付け直します。</translation>
    </message>
    <message>
        <source>Replaces views and permutations that undo each other, follow each other or do nothing.</source>
        <translation>打ち消し合う、連続する、または何もしないビューと軸の入れ替えを置き換えます。</translation>
    </message>
    <message>
        <source>Computes ahead, in the evaluator, what depends on parameters and constants alone.</source>
        <translation>パラメーターと定数だけに依存するものを、評価プロセスで前もって計算します。</translation>
    </message>
    <message>
        <source>Folds batch norms in evaluation mode into the convolutions before them.</source>
        <translation>評価モードのバッチ正規化を、直前の畳み込みに畳み込みます。</translation>
    </message>
    <message>
        <source>Takes operators outside Core ATen apart by their composite kernels, in the evaluator.</source>
        <translation>Core ATen にない演算子を、評価プロセスの中で合成カーネルによって分解します。</translation>
    </message>
    <message>
        <source>Makes tensors that the graph takes up as attributes or literals placeholders.</source>
        <translation>グラフが属性やリテラルとして取り込むテンソルをプレースホルダーにします。</translation>
    </message>
    <message>
        <source>Gives each call&apos;s arguments in the order of its schema, without those that have their default.</source>
        <translation>各呼び出しの引数を、既定値のものを除き、スキーマの順に並べます。</translation>
    </message>
    <message>
        <source>Inlines subgraphs that are called as they are, such as those that modularize makes.</source>
        <translation>modularize が作るもののように、そのまま呼び出されるサブグラフをインライン化します。</translation>
    </message>
    <message>
        <source>Takes operators without a lowering apart by their composite kernels, in the evaluator.</source>
        <translation>変換規則のないオペレーターを、評価プロセスの複合カーネルで分解します。</translation>
    </message>
    <message>
        <source>read onnx</source>
        <translation>ONNX 読み込み</translation>
    </message>
    <message>
        <source>Makes the edits that somebody wrote by hand.</source>
        <translation>手で書かれた編集を行います。</translation>
    </message>
    <message>
        <source>Makes the edits of the ONNX model that somebody wrote by hand.</source>
        <translation>ONNX モデルに対し手で書かれた編集を行います。</translation>
    </message>
    <message>
        <source>Changes the graph as a rule file says.</source>
        <translation>ルールファイルのとおりにグラフを変更します。</translation>
    </message>
</context>
<context>
    <name>counts</name>
    <message>
        <source>%1 G</source>
        <translation>%1 G</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 M</translation>
    </message>
    <message>
        <source>%1 k</source>
        <translation>%1 k</translation>
    </message>
</context>
<context>
    <name>durations</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
</context>
<context>
    <name>sidelight::app::Actions</name>
    <message>
        <source>&amp;Step</source>
        <translation>ステップ実行(&amp;S)</translation>
    </message>
    <message>
        <source>Gra&amp;ph</source>
        <translation>グラフ(&amp;P)</translation>
    </message>
    <message>
        <source>V&amp;iew</source>
        <translation>表示(&amp;I)</translation>
    </message>
    <message>
        <source>Lang&amp;uage</source>
        <translation>言語 / Language(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>移動(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation>外観(&amp;A)</translation>
    </message>
    <message>
        <source>P&amp;asses</source>
        <translation>パス(&amp;A)</translation>
    </message>
    <message>
        <source>Expand to le&amp;vel</source>
        <translation>レベルまで展開(&amp;V)</translation>
    </message>
    <message>
        <source>Edit b&amp;y hand</source>
        <translation>手で編集(&amp;Y)</translation>
    </message>
</context>
<context>
    <name>sidelight::app::ChangesPanel</name>
    <message>
        <source>Changes of the pass</source>
        <translation>パスの変更</translation>
    </message>
    <message>
        <source>Where to stop</source>
        <translation>停止する位置</translation>
    </message>
    <message>
        <source>Stop at   op:relu_ and module:layer1   node:%add_3   pass:functionalize   rule:FXE0015   code:views.cpp</source>
        <translation>停止位置   op:relu_ and module:layer1   node:%add_3   pass:functionalize   rule:FXE0015   code:views.cpp</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>番号</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>ノード</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>後</translation>
    </message>
    <message>
        <source>Made for</source>
        <translation>対象</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>コード</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>何も開いていません。</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1(%2 内)</translation>
    </message>
    <message>
        <source>All passes ran. Choose a pass above to see its changes, or name where to stop and press F5.</source>
        <translation>すべてのパスが終わりました。上のパスを選ぶとその変更が見られます。停止位置を書いて F5 を押すこともできます。</translation>
    </message>
    <message>
        <source>This pass changed nothing.</source>
        <translation>このパスは何も変更しませんでした。</translation>
    </message>
    <message>
        <source>No change before this one: %1</source>
        <translation>これより前に当てはまる変更はありません: %1</translation>
    </message>
    <message>
        <source>No change after this one: %1</source>
        <translation>これより後に当てはまる変更はありません: %1</translation>
    </message>
    <message>
        <source>Stops at changes of %1 (F5 runs there)</source>
        <translation>%1 の変更で停止します(F5 で実行)</translation>
    </message>
    <message>
        <source>Stops no more at %1</source>
        <translation>%1 では停止しません</translation>
    </message>
</context>
<context>
    <name>sidelight::app::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>Command or node</source>
        <translation>コマンドまたはノード</translation>
    </message>
    <message>
        <source>Find nodes: %1</source>
        <translation>ノードを検索: %1</translation>
    </message>
</context>
<context>
    <name>sidelight::app::CoveragePanel</name>
    <message>
        <source>Coverage of the pass</source>
        <translation>パスのカバレッジ</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>ターゲット</translation>
    </message>
    <message>
        <source>Visited</source>
        <translation>調査</translation>
    </message>
    <message>
        <source>Matched</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>Matched and left</source>
        <translation>一致・変更なし</translation>
    </message>
    <message>
        <source>Fell through</source>
        <translation>不一致</translation>
    </message>
    <message>
        <source>Which</source>
        <translation>該当ノード</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>何も開いていません。</translation>
    </message>
    <message>
        <source>Choose a pass above to see which nodes it looked at.</source>
        <translation>上のパスを選ぶと、調べたノードが見られます。</translation>
    </message>
    <message>
        <source>This pass looks at no nodes one by one.</source>
        <translation>このパスはノードを一つずつ調べません。</translation>
    </message>
</context>
<context>
    <name>sidelight::app::Debugger</name>
    <message>
        <source>Select a node first</source>
        <translation>先にノードを選択してください</translation>
    </message>
</context>
<context>
    <name>sidelight::app::EditDialog</name>
    <message>
        <source>Rename %1</source>
        <translation>%1 の名前を変更</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 を変更</translation>
    </message>
    <message>
        <source>Insert before %1</source>
        <translation>%1 の前に挿入</translation>
    </message>
    <message>
        <source>Insert after %1</source>
        <translation>%1 の後に挿入</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>呼び出し</translation>
    </message>
    <message>
        <source>What reads %1 from there on reads the new node</source>
        <translation>それ以降 %1 を読むものは新しいノードを読む</translation>
    </message>
    <message>
        <source>Why it is refused</source>
        <translation>受け付けられない理由</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>適用</translation>
    </message>
</context>
<context>
    <name>sidelight::app::Editor</name>
    <message>
        <source>Select one node first</source>
        <translation>先にノードを一つ選択してください</translation>
    </message>
    <message>
        <source>The node is not there any more at the end of this pass, behind which edits are made; step to where it is</source>
        <translation>編集はこのパスの後で行われますが、そこにこのノードはもうありません。ノードがある所まで進めてください</translation>
    </message>
    <message>
        <source>Edited: %1</source>
        <translation>編集しました: %1</translation>
    </message>
    <message>
        <source>%1 is no call: it can be renamed, and others can be put beside it</source>
        <translation>%1 は呼び出しではありません。名前の変更と、隣への挿入ができます</translation>
    </message>
    <message>
        <source>It stands at the end already</source>
        <translation>すでに端にあります</translation>
    </message>
    <message>
        <source>Save edits</source>
        <translation>編集を保存</translation>
    </message>
    <message>
        <source>Rule files (*.rules);;All files (*)</source>
        <translation>規則ファイル (*.rules);;すべてのファイル (*)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>%1 を書き込めませんでした: %2</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 を保存しました</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>何も開いていません。</translation>
    </message>
    <message>
        <source>The passes were changed since this edit: change it in the options of manual-edits in the Passes panel</source>
        <translation>この編集の後にパスが変更されました。パスパネルの manual-edits のオプションで変更してください</translation>
    </message>
</context>
<context>
    <name>sidelight::app::ExportDialog</name>
    <message>
        <source>Embed</source>
        <translation>埋め込み</translation>
    </message>
    <message>
        <source>One file that holds everything; up to 1.9 GB.</source>
        <translation>すべてを 1 ファイルに保存。最大 1.9 GB。</translation>
    </message>
    <message>
        <source>External</source>
        <translation>外部ファイル</translation>
    </message>
    <message>
        <source>Weights in NAME.onnx.data beside the model; any size.</source>
        <translation>重みは NAME.onnx.data に保存。サイズの制限なし。</translation>
    </message>
    <message>
        <source>Per tensor</source>
        <translation>テンソルごと</translation>
    </message>
    <message>
        <source>A file for each initializer in NAME_initializers/.</source>
        <translation>初期化子ごとに NAME_initializers/ へ保存。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>The graph only: small to share, names and shapes of weights stay.</source>
        <translation>グラフと、重みの名前・形状のみ。共有に便利。</translation>
    </message>
    <message>
        <source>Operators and modules</source>
        <translation>オペレーターとモジュール</translation>
    </message>
    <message>
        <source>Each ATen operator and each nn.Module is a function that can be opened.</source>
        <translation>ATen オペレーターと nn.Module が、それぞれ展開できる関数になります。</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>オペレーター</translation>
    </message>
    <message>
        <source>Each ATen operator is a function; modules are flat.</source>
        <translation>ATen オペレーターが関数になり、モジュールは平坦化されます。</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>モジュール</translation>
    </message>
    <message>
        <source>Each nn.Module is a function of plain ONNX operators.</source>
        <translation>nn.Module が、標準の ONNX オペレーターだけの関数になります。</translation>
    </message>
    <message>
        <source>Plain ONNX operators only, for tools that know no functions.</source>
        <translation>標準の ONNX オペレーターのみ。関数に対応しないツール向けです。</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 バイト</translation>
    </message>
    <message>
        <source>%1B</source>
        <translation>%1B</translation>
    </message>
    <message>
        <source>Replace files that exist</source>
        <translation>既存のファイルを置き換える</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>フォルダーを開く</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>コマンドをコピー</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>エクスポート</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>%1 のエクスポート</translation>
    </message>
    <message>
        <source>File to write</source>
        <translation>書き出すファイル</translation>
    </message>
    <message>
        <source>ONNX opset</source>
        <translation>ONNX opset</translation>
    </message>
    <message>
        <source>Functions to keep</source>
        <translation>残す関数</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>参照…</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Opset</source>
        <translation>Opset</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>関数</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>The same as a command</source>
        <translation>同じ操作のコマンド</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>進捗</translation>
    </message>
    <message>
        <source>Export as ONNX</source>
        <translation>ONNX としてエクスポート</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX モデル (*.onnx)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>準備中</translation>
    </message>
    <message>
        <source>Cancelled; nothing was written.</source>
        <translation>キャンセルしました。何も書き出していません。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>書き出し完了: %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>ほか %1 個</translation>
    </message>
    <message>
        <source>cancelling</source>
        <translation>キャンセル中</translation>
    </message>
    <message>
        <source>Not written: the export differs from PyTorch.</source>
        <translation>書き出していません。エクスポート結果が PyTorch と異なります。</translation>
    </message>
    <message>
        <source>onnx&apos;s checker and shape inference</source>
        <translation>onnx のチェッカーと形状推論</translation>
    </message>
    <message>
        <source>Run it in ONNX Runtime and compare with PyTorch</source>
        <translation>ONNX Runtime で実行し、PyTorch と比較する</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>検査</translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) equal PyTorch&apos;s</source>
        <translation>
            <numerusform>%n 個の出力が PyTorch と一致しました</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s): see the diagnostics</source>
        <translation>
            <numerusform>診断 %n 件。診断パネルを確認してください</numerusform>
        </translation>
    </message>
    <message>
        <source>Leave out the passes after change %1 of %2</source>
        <translation>%2 の変更 %1 より後のパスを省く</translation>
    </message>
    <message>
        <source>Leave out the passes after %1</source>
        <translation>%1 より後のパスを省く</translation>
    </message>
</context>
<context>
    <name>sidelight::app::GrabScript</name>
    <message>
        <source>%1 is no action</source>
        <translation>%1 という操作はありません</translation>
    </message>
</context>
<context>
    <name>sidelight::app::HistoryPanel</name>
    <message>
        <source>History of the node</source>
        <translation>ノードの履歴</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Whose</source>
        <translation>関係</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>ノード</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>後</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>コード</translation>
    </message>
    <message>
        <source>Select a node to follow it through the passes.</source>
        <translation>ノードを選択すると、パスを通した変化を追えます。</translation>
    </message>
    <message>
        <source>itself</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>came from</source>
        <translation>元のノード</translation>
    </message>
    <message>
        <source>ONNX</source>
        <translation>ONNX</translation>
    </message>
    <message>
        <source>became</source>
        <translation>派生したノード</translation>
    </message>
    <message>
        <source>No pass touched this node.</source>
        <translation>このノードに触れたパスはありません。</translation>
    </message>
    <message>
        <source>Select a node first</source>
        <translation>先にノードを選択してください</translation>
    </message>
</context>
<context>
    <name>sidelight::app::MainWindow</name>
    <message>
        <source>Sidelight</source>
        <translation>Sidelight</translation>
    </message>
    <message>
        <source>Copied the command</source>
        <translation>コマンドをコピーしました</translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation>%1 をコピーしました</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>クリア</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>モデルを開く</translation>
    </message>
    <message>
        <source>Models (*.pt2 *.onnx);;All files (*)</source>
        <translation>モデル (*.pt2 *.onnx);;すべてのファイル (*)</translation>
    </message>
    <message>
        <source>About Sidelight</source>
        <translation>Sidelight について</translation>
    </message>
    <message>
        <source>Sidelight %1
PyTorch ExportedProgram to ONNX, step by step.

Apache-2.0. Inter and JetBrains Mono: SIL Open Font License 1.1.</source>
        <translation>Sidelight %1
PyTorch の ExportedProgram から ONNX へ、一歩ずつ。

Apache-2.0。Inter と JetBrains Mono: SIL Open Font License 1.1。</translation>
    </message>
    <message>
        <source>Text at %1 %</source>
        <translation>文字サイズ %1 %</translation>
    </message>
    <message>
        <source>%1 beside %2</source>
        <translation>%1 と %2</translation>
    </message>
    <message>
        <source>No ONNX node: %1</source>
        <translation>ONNX ノードなし: %1</translation>
    </message>
    <message>
        <source>No FX node: %1</source>
        <translation>FX ノードなし: %1</translation>
    </message>
    <message>
        <source>%1 – Sidelight</source>
        <translation>%1 – Sidelight</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>何も開いていません。</translation>
    </message>
    <message>
        <source>No findings: the checker accepts the model.</source>
        <translation>診断はありません。チェッカーはこのモデルを受け入れました。</translation>
    </message>
    <message>
        <source>No findings: every pass ran, the checker accepts the model, and it can be exported.</source>
        <translation>診断はありません。すべてのパスが実行され、チェッカーはモデルを受け入れ、エクスポートできます。</translation>
    </message>
    <message>
        <source>No findings.</source>
        <translation>診断はありません。</translation>
    </message>
    <message>
        <source>Diagnostics %1</source>
        <translation>診断 %1</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>診断</translation>
    </message>
    <message>
        <source>Nothing was lowered: a pass before failed. See the diagnostics.</source>
        <translation>変換されていません。前のパスが失敗しました。診断を確認してください。</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>ログ</translation>
    </message>
    <message>
        <source>no regular expression</source>
        <translation>正規表現ではありません</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>見つかりません</translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Main menu</source>
        <translation>メインメニュー</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近使ったファイル(&amp;R)</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>Find   op:softmax  shape:batch</source>
        <translation>検索   op:softmax  shape:batch</translation>
    </message>
    <message>
        <source>FX graph</source>
        <translation>FX グラフ</translation>
    </message>
    <message>
        <source>ONNX graph</source>
        <translation>ONNX グラフ</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>インスペクター</translation>
    </message>
    <message>
        <source>Drag to move the inspector, double-click to float it</source>
        <translation>ドラッグでインスペクターを移動、ダブルクリックで切り離し</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>パネル</translation>
    </message>
    <message>
        <source>Copy the command that does the same</source>
        <translation>同じ操作のコマンドをコピー</translation>
    </message>
    <message>
        <source>Select a module, a call of a function or a node with a body first</source>
        <translation>先にモジュール、関数の呼び出し、または本体を持つノードを選択してください</translation>
    </message>
    <message>
        <source>Nothing to paste: the clipboard has no text</source>
        <translation>貼り付けるものがありません。クリップボードにテキストがありません</translation>
    </message>
    <message>
        <source>Not pasted: %1</source>
        <translation>貼り付けられません: %1</translation>
    </message>
</context>
<context>
    <name>sidelight::app::ModelSession</name>
    <message>
        <source>Read</source>
        <translation>読み込み</translation>
    </message>
    <message>
        <source>Opening %1: %2</source>
        <translation>%1 を開いています: %2</translation>
    </message>
    <message>
        <source>Verifying %1: %2</source>
        <translation>%1 を検証しています: %2</translation>
    </message>
    <message>
        <source>%1 + %2</source>
        <translation>%1 + %2</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 を開いています</translation>
    </message>
    <message>
        <source>Verifying %1 against PyTorch</source>
        <translation>%1 を PyTorch と照合しています</translation>
    </message>
    <message>
        <source>Not verified: %1</source>
        <translation>検証できません: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>Verified: %n output(s) equal PyTorch&apos;s</source>
        <translation>
            <numerusform>検証済み: %n 個の出力が PyTorch と一致しました</numerusform>
        </translation>
    </message>
    <message>
        <source>The export differs from PyTorch: see the diagnostics</source>
        <translation>エクスポート結果が PyTorch と異なります。診断を確認してください</translation>
    </message>
    <message>
        <source>Verifying was stopped</source>
        <translation>検証を中止しました</translation>
    </message>
    <message>
        <source>Opening was stopped</source>
        <translation>読み込みを中止しました</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>layout %1</source>
        <translation>レイアウト %1</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>パラメーター数 %1</translation>
    </message>
    <message>
        <source>as loaded</source>
        <translation>読み込み直後</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n ノード</numerusform>
        </translation>
    </message>
    <message>
        <source>opset %1</source>
        <translation>opset %1</translation>
    </message>
    <message numerus="yes">
        <source>%n function(s)</source>
        <translation>
            <numerusform>%n 関数</numerusform>
        </translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>%1 の途中</translation>
    </message>
    <message>
        <source>as lowered</source>
        <translation>ローワリング直後</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>%1 の後</translation>
    </message>
</context>
<context>
    <name>sidelight::app::PassesPanel</name>
    <message>
        <source>no effect</source>
        <translation>変化なし</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>省略</translation>
    </message>
    <message>
        <source>bit-equal</source>
        <translation>ビット一致</translation>
    </message>
    <message>
        <source>within %1, %2 ulp</source>
        <translation>差 %1 以内、%2 ulp</translation>
    </message>
    <message>
        <source>differs: %1</source>
        <translation>不一致: %1</translation>
    </message>
    <message>
        <source>unknown: %1</source>
        <translation>不明: %1</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>パス</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>パス</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>オプション</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>This is a model as loaded: no pass ran on it.</source>
        <translation>読み込んだままのモデルです。パスは実行されていません。</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>何も開いていません。</translation>
    </message>
    <message>
        <source>Lowers every call to ONNX.</source>
        <translation>すべての呼び出しを ONNX へ変換します。</translation>
    </message>
    <message>
        <source>The pipeline was changed: run it to see what it does (%1)</source>
        <translation>パイプラインを変更しました。実行すると結果が見られます(%1)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>%1 に書き込めません: %2</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 を保存しました</translation>
    </message>
    <message>
        <source>Load passes</source>
        <translation>パスを読み込む</translation>
    </message>
    <message>
        <source>Presets (*.json)</source>
        <translation>プリセット (*.json)</translation>
    </message>
    <message>
        <source>Save passes</source>
        <translation>パスを保存</translation>
    </message>
    <message>
        <source>Comparing numbers before and after %1</source>
        <translation>%1 の前後で数値を比較しています</translation>
    </message>
    <message>
        <source>Comparing numbers before and after every pass</source>
        <translation>すべてのパスの前後で数値を比較しています</translation>
    </message>
    <message>
        <source>Every pass keeps the numbers that it promises to keep</source>
        <translation>どのパスも、保つと約束した数値を保っています</translation>
    </message>
    <message>
        <source>A pass changes numbers: see the diagnostics</source>
        <translation>数値を変えるパスがあります。診断を見てください</translation>
    </message>
    <message>
        <source>Rules change an FX graph: open a .pt2 first</source>
        <translation>ルールは FX グラフを変更します。先に .pt2 を開いてください</translation>
    </message>
    <message>
        <source>Run rules</source>
        <translation>ルールの実行</translation>
    </message>
    <message>
        <source>Rule files (*.rules)</source>
        <translation>ルールファイル (*.rules)</translation>
    </message>
    <message>
        <source>Choose a pass first</source>
        <translation>先にパスを選んでください</translation>
    </message>
    <message>
        <source>Save as test</source>
        <translation>テストとして保存</translation>
    </message>
    <message>
        <source>Tests (*.txt)</source>
        <translation>テスト (*.txt)</translation>
    </message>
</context>
<context>
    <name>sidelight::app::ShortcutSheet</name>
    <message>
        <source>Shortcuts</source>
        <translation>ショートカット</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>動作</translation>
    </message>
</context>
<context>
    <name>sidelight::views::DiagnosticModel</name>
    <message>
        <source>error</source>
        <translation>エラー</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>note</source>
        <translation>注記</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>エラー 1 件</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>エラー %1 件</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>警告 1 件</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>警告 %1 件</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>注記 1 件</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>注記 %1 件</translation>
    </message>
    <message>
        <source>no findings</source>
        <translation>診断なし</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>レベル</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>規則</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>ノード</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>メッセージ</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>ソース</translation>
    </message>
</context>
<context>
    <name>sidelight::views::DiagnosticsPanel</name>
    <message>
        <source>Diagnostics</source>
        <translation>診断</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>エラー %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>警告 %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>注記 %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Show errors</source>
        <translation>エラーを表示</translation>
    </message>
    <message>
        <source>Show warnings</source>
        <translation>警告を表示</translation>
    </message>
    <message>
        <source>Show notes</source>
        <translation>注記を表示</translation>
    </message>
</context>
<context>
    <name>sidelight::views::DiffModel</name>
    <message numerus="yes">
        <source>%n equal line(s)</source>
        <translation>
            <numerusform>同じ行 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>inserted: %1</source>
        <translation>挿入: %1</translation>
    </message>
    <message>
        <source>removed: %1</source>
        <translation>削除: %1</translation>
    </message>
</context>
<context>
    <name>sidelight::views::DiffPanel</name>
    <message>
        <source>Text diff</source>
        <translation>テキスト差分</translation>
    </message>
    <message>
        <source>Lines of the printed graph before and after the pass</source>
        <translation>パスの前後のグラフのテキスト行</translation>
    </message>
</context>
<context>
    <name>sidelight::views::GraphPane</name>
    <message>
        <source>Module of the selection</source>
        <translation>選択範囲のモジュール</translation>
    </message>
    <message>
        <source>model</source>
        <translation>モデル</translation>
    </message>
</context>
<context>
    <name>sidelight::views::GraphView</name>
    <message>
        <source>to %1</source>
        <translation>%1 へ</translation>
    </message>
</context>
<context>
    <name>sidelight::views::Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>インスペクター</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>プロパティ</translation>
    </message>
</context>
<context>
    <name>sidelight::views::PassModel</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n ノード</numerusform>
        </translation>
    </message>
    <message>
        <source>no effect</source>
        <translation>変更なし</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>スキップ</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>metadata</source>
        <translation>メタデータ</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>読み込み</translation>
    </message>
    <message>
        <source>stopped: failed</source>
        <translation>停止: 失敗</translation>
    </message>
    <message>
        <source>all passes ran</source>
        <translation>全パス完了</translation>
    </message>
    <message>
        <source>as loaded</source>
        <translation>読み込み直後</translation>
    </message>
    <message>
        <source>no changes</source>
        <translation>変更なし</translation>
    </message>
    <message>
        <source>step %1 / %2</source>
        <translation>ステップ %1 / %2</translation>
    </message>
    <message>
        <source>current</source>
        <translation>現在</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>ahead</source>
        <translation>未実行</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1、%2、%3</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>sidelight::views::PassStrip</name>
    <message>
        <source>Passes</source>
        <translation>パス</translation>
    </message>
    <message>
        <source>Changes done, of all passes</source>
        <translation>全パスのうち済んだ変更</translation>
    </message>
</context>
<context>
    <name>sidelight::views::StartPage</name>
    <message>
        <source>Start</source>
        <translation>スタート</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>サンプル</translation>
    </message>
    <message>
        <source>Opened before</source>
        <translation>最近開いたファイル</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>モデルを開く</translation>
    </message>
    <message>
        <source>Drop a .pt2 or .onnx file here

A .pt2 is made in Python by</source>
        <translation>ここに .pt2 または .onnx ファイルをドロップ

.pt2 は Python で次のように作成します</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>開く…</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 を開く</translation>
    </message>
</context>
</TS>
