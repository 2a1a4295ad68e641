<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru_RU" sourcelanguage="en">
<context>
    <name>Bodies</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n узел</numerusform>
            <numerusform>%n узла</numerusform>
            <numerusform>%n узлов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) of %1</source>
        <translation>
            <numerusform>%n узел из %1</numerusform>
            <numerusform>%n узла из %1</numerusform>
            <numerusform>%n узлов из %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Description</name>
    <message>
        <source>from %1</source>
        <translation>от: %1</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>к: %1</translation>
    </message>
    <message>
        <source>added</source>
        <translation>добавлен</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>изменён</translation>
    </message>
    <message>
        <source>erased</source>
        <translation>удалён</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>перемещён</translation>
    </message>
    <message numerus="yes">
        <source>%n diagnostic(s), the worst an error</source>
        <translation>
            <numerusform>%n диагностика, худшая — ошибка</numerusform>
            <numerusform>%n диагностики, худшая — ошибка</numerusform>
            <numerusform>%n диагностик, худшая — ошибка</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n diagnostic(s), the worst a warning</source>
        <translation>
            <numerusform>%n диагностика, худшая — предупреждение</numerusform>
            <numerusform>%n диагностики, худшая — предупреждение</numerusform>
            <numerusform>%n диагностик, худшая — предупреждение</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n diagnostic(s), none worse than a note</source>
        <translation>
            <numerusform>%n диагностика, не серьёзнее замечания</numerusform>
            <numerusform>%n диагностики, не серьёзнее замечания</numerusform>
            <numerusform>%n диагностик, не серьёзнее замечания</numerusform>
        </translation>
    </message>
    <message>
        <source>can be expanded</source>
        <translation>можно развернуть</translation>
    </message>
</context>
<context>
    <name>Inspections</name>
    <message>
        <source>operators</source>
        <translation>операторы</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n узел</numerusform>
            <numerusform>%n узла</numerusform>
            <numerusform>%n узлов</numerusform>
        </translation>
    </message>
    <message>
        <source>module</source>
        <translation>модуль</translation>
    </message>
    <message>
        <source>selection</source>
        <translation>выделение</translation>
    </message>
    <message>
        <source>path</source>
        <translation>путь</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>узлов</translation>
    </message>
    <message>
        <source>equal calls</source>
        <translation>одинаковых вызовов</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>и ещё %1</translation>
    </message>
    <message>
        <source>lowers to</source>
        <translation>преобразуется в</translation>
    </message>
    <message>
        <source>in ONNX</source>
        <translation>в ONNX</translation>
    </message>
    <message>
        <source>no node</source>
        <translation>нет узла</translation>
    </message>
    <message>
        <source>value</source>
        <translation>значение</translation>
    </message>
    <message>
        <source>type</source>
        <translation>тип</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>форма</translation>
    </message>
    <message>
        <source>producer</source>
        <translation>источник</translation>
    </message>
    <message>
        <source>consumers</source>
        <translation>потребители</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>no node of this export names it in its metadata (pkg.torch.onnx.fx_node), nor its line and module</source>
        <translation>ни один узел этого экспорта не называет его в метаданных (pkg.torch.onnx.fx_node), строка и модуль тоже не совпадают</translation>
    </message>
    <message>
        <source>the program was not lowered</source>
        <translation>программа не была преобразована в ONNX</translation>
    </message>
    <message>
        <source>erased by the pass %1</source>
        <translation>удалён проходом %1</translation>
    </message>
    <message>
        <source>a subgraph or attribute is part of the nodes that read it</source>
        <translation>подграф или атрибут входит в состав узлов, которые его читают</translation>
    </message>
    <message>
        <source>nothing in the ONNX graph reads it</source>
        <translation>в графе ONNX его никто не читает</translation>
    </message>
    <message>
        <source>lowering needed no node for it: its value is known, or it is taken directly from its argument</source>
        <translation>узел не понадобился: значение известно или берётся прямо из аргумента</translation>
    </message>
    <message>
        <source>its ONNX nodes were removed by the pass %1</source>
        <translation>его узлы ONNX удалены проходом %1</translation>
    </message>
    <message>
        <source>its ONNX nodes are not in the graph that is shown</source>
        <translation>его узлов ONNX нет в показанном графе</translation>
    </message>
    <message>
        <source>its metadata (pkg.torch.onnx.fx_node) name no node of this program</source>
        <translation>его метаданные (pkg.torch.onnx.fx_node) не называют ни одного узла этой программы</translation>
    </message>
    <message>
        <source>made by the pass %1</source>
        <translation>создан проходом %1</translation>
    </message>
    <message>
        <source>no FX node is recorded as its origin</source>
        <translation>исходный узел FX не записан</translation>
    </message>
</context>
<context>
    <name>actions</name>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Открыть…</translation>
    </message>
    <message>
        <source>Open a .pt2 file that torch.export.save wrote</source>
        <translation>Открыть файл .pt2, записанный torch.export.save</translation>
    </message>
    <message>
        <source>Re&amp;load</source>
        <translation>&amp;Перечитать</translation>
    </message>
    <message>
        <source>Read the file again and run all passes</source>
        <translation>Прочитать файл заново и выполнить все проходы</translation>
    </message>
    <message>
        <source>&amp;Close model</source>
        <translation>&amp;Закрыть модель</translation>
    </message>
    <message>
        <source>Close the model that is shown</source>
        <translation>Закрыть показанную модель</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Экспорт…</translation>
    </message>
    <message>
        <source>Write the model as ONNX</source>
        <translation>Записать модель в формате ONNX</translation>
    </message>
    <message>
        <source>Export agai&amp;n</source>
        <translation>Экспортировать &amp;снова</translation>
    </message>
    <message>
        <source>Export with the options of the last export; the first time they are asked for</source>
        <translation>Экспорт с параметрами прошлого раза; в первый раз они запрашиваются</translation>
    </message>
    <message>
        <source>&amp;Verify</source>
        <translation>Про&amp;верить</translation>
    </message>
    <message>
        <source>Run the export in ONNX Runtime and compare its numbers with PyTorch&apos;s</source>
        <translation>Выполнить экспорт в ONNX Runtime и сравнить числа с результатом PyTorch</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>Ос&amp;тановить</translation>
    </message>
    <message>
        <source>Give up what is being opened or verified; what is open stays</source>
        <translation>Прервать открытие или проверку; то, что уже открыто, останется</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>В&amp;ыход</translation>
    </message>
    <message>
        <source>Close all models and the window</source>
        <translation>Закрыть все модели и окно</translation>
    </message>
    <message>
        <source>&amp;Restart</source>
        <translation>В &amp;начало</translation>
    </message>
    <message>
        <source>Go back to the program as loaded</source>
        <translation>Вернуться к программе сразу после загрузки</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>Н&amp;азад</translation>
    </message>
    <message>
        <source>Undo one change</source>
        <translation>Отменить одно изменение</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>&amp;Шаг</translation>
    </message>
    <message>
        <source>Do the next change</source>
        <translation>Выполнить следующее изменение</translation>
    </message>
    <message>
        <source>&amp;Next pass</source>
        <translation>&amp;Следующий проход</translation>
    </message>
    <message>
        <source>Run to the end of this pass, or of the next one that changes something</source>
        <translation>Выполнить до конца этот проход или следующий, который что-то меняет</translation>
    </message>
    <message>
        <source>&amp;Finish</source>
        <translation>&amp;До конца</translation>
    </message>
    <message>
        <source>Run all passes</source>
        <translation>Выполнить все проходы</translation>
    </message>
    <message>
        <source>&amp;Fit</source>
        <translation>В&amp;писать в окно</translation>
    </message>
    <message>
        <source>Show the whole graph</source>
        <translation>Показать весь граф</translation>
    </message>
    <message>
        <source>Zoom to &amp;selection</source>
        <translation>Масштаб по &amp;выделению</translation>
    </message>
    <message>
        <source>Show the selected nodes as large as fits</source>
        <translation>Показать выделенные узлы как можно крупнее</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>&amp;Увеличить</translation>
    </message>
    <message>
        <source>Show less, larger</source>
        <translation>Показать меньше, но крупнее</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>У&amp;меньшить</translation>
    </message>
    <message>
        <source>Show more, smaller</source>
        <translation>Показать больше, но мельче</translation>
    </message>
    <message>
        <source>&amp;Actual size</source>
        <translation>&amp;Исходный размер</translation>
    </message>
    <message>
        <source>Show text at its own size</source>
        <translation>Показать текст в его собственном размере</translation>
    </message>
    <message>
        <source>E&amp;xpand or collapse</source>
        <translation>&amp;Развернуть или свернуть</translation>
    </message>
    <message>
        <source>Open the selected module or function in place, or close the frame around the selection</source>
        <translation>Раскрыть выделенный модуль или функцию на месте либо закрыть рамку вокруг выделения</translation>
    </message>
    <message>
        <source>Expand a&amp;ll</source>
        <translation>Развернуть вс&amp;е</translation>
    </message>
    <message>
        <source>Open every module, function and body of both graphs</source>
        <translation>Раскрыть все модули, функции и тела в обоих графах</translation>
    </message>
    <message>
        <source>&amp;Collapse all</source>
        <translation>&amp;Свернуть все</translation>
    </message>
    <message>
        <source>Close every frame of both graphs</source>
        <translation>Закрыть все рамки в обоих графах</translation>
    </message>
    <message>
        <source>Select not&amp;hing</source>
        <translation>Сн&amp;ять выделение</translation>
    </message>
    <message>
        <source>Clear the selection in both graphs</source>
        <translation>Снять выделение в обоих графах</translation>
    </message>
    <message>
        <source>Fin&amp;d</source>
        <translation>&amp;Найти</translation>
    </message>
    <message>
        <source>Find nodes in both graphs by name, op: or shape:</source>
        <translation>Найти узлы в обоих графах по имени, op: или shape:</translation>
    </message>
    <message>
        <source>Find n&amp;ext</source>
        <translation>Найти &amp;далее</translation>
    </message>
    <message>
        <source>Go to the next node that was found</source>
        <translation>Перейти к следующему найденному узлу</translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation>Найти пред&amp;ыдущее</translation>
    </message>
    <message>
        <source>Go to the node that was found before</source>
        <translation>Перейти к предыдущему найденному узлу</translation>
    </message>
    <message>
        <source>Value &amp;names on edges</source>
        <translation>Имена значений на рё&amp;брах</translation>
    </message>
    <message>
        <source>Write the name of each value above its shape</source>
        <translation>Писать имя каждого значения над его формой</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation>&amp;Инспектор</translation>
    </message>
    <message>
        <source>Show or hide the inspector</source>
        <translation>Показать или скрыть инспектор</translation>
    </message>
    <message>
        <source>Bottom &amp;panel</source>
        <translation>Ни&amp;жняя панель</translation>
    </message>
    <message>
        <source>Show or hide diagnostics, text diff and log</source>
        <translation>Показать или скрыть диагностику, различия текста и журнал</translation>
    </message>
    <message>
        <source>&amp;Diagnostics</source>
        <translation>&amp;Диагностика</translation>
    </message>
    <message>
        <source>Show the findings</source>
        <translation>Показать найденное</translation>
    </message>
    <message>
        <source>&amp;Text diff</source>
        <translation>&amp;Различия текста</translation>
    </message>
    <message>
        <source>Show the printed graph before and after the pass</source>
        <translation>Показать граф в виде текста до и после прохода</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>Ж&amp;урнал</translation>
    </message>
    <message>
        <source>Show what happened</source>
        <translation>Показать, что происходило</translation>
    </message>
    <message>
        <source>Go to F&amp;X graph</source>
        <translation>Перейти к графу F&amp;X</translation>
    </message>
    <message>
        <source>Let keys go to the FX graph</source>
        <translation>Направить клавиши в граф FX</translation>
    </message>
    <message>
        <source>Go to O&amp;NNX graph</source>
        <translation>Перейти к графу O&amp;NNX</translation>
    </message>
    <message>
        <source>Let keys go to the ONNX graph</source>
        <translation>Направить клавиши в граф ONNX</translation>
    </message>
    <message>
        <source>Next &amp;model</source>
        <translation>Следующая &amp;модель</translation>
    </message>
    <message>
        <source>Show the model to the right</source>
        <translation>Показать модель справа</translation>
    </message>
    <message>
        <source>Pre&amp;vious model</source>
        <translation>&amp;Предыдущая модель</translation>
    </message>
    <message>
        <source>Show the model to the left</source>
        <translation>Показать модель слева</translation>
    </message>
    <message>
        <source>Copy co&amp;mmand</source>
        <translation>Копировать ко&amp;манду</translation>
    </message>
    <message>
        <source>Copy the command that exports this model with these settings</source>
        <translation>Скопировать команду, которая экспортирует эту модель с этими параметрами</translation>
    </message>
    <message>
        <source>Cop&amp;y names</source>
        <translation>&amp;Копировать имена</translation>
    </message>
    <message>
        <source>Copy the names of the selected nodes</source>
        <translation>Скопировать имена выделенных узлов</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>Оформление &amp;как в системе</translation>
    </message>
    <message>
        <source>Light or dark as the desktop is</source>
        <translation>Светлое или тёмное, как на рабочем столе</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Светлое оформление</translation>
    </message>
    <message>
        <source>Light colours</source>
        <translation>Светлые цвета</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Тёмное оформление</translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation>Тёмные цвета</translation>
    </message>
    <message>
        <source>High &amp;contrast</source>
        <translation>&amp;Высокая контрастность</translation>
    </message>
    <message>
        <source>White on black, with strong lines</source>
        <translation>Белое на чёрном, с чёткими линиями</translation>
    </message>
    <message>
        <source>As the desk&amp;top</source>
        <translation>&amp;Язык системы</translation>
    </message>
    <message>
        <source>The language of the desktop, or English</source>
        <translation>Язык рабочего стола или английский</translation>
    </message>
    <message>
        <source>&amp;Back to selection before</source>
        <translation>&amp;Назад к прежнему выделению</translation>
    </message>
    <message>
        <source>Select what was selected before</source>
        <translation>Выделить то, что было выделено прежде</translation>
    </message>
    <message>
        <source>&amp;Forward to selection after</source>
        <translation>&amp;Вперёд к следующему выделению</translation>
    </message>
    <message>
        <source>Select what was selected before going back</source>
        <translation>Выделить то, что было выделено до возврата</translation>
    </message>
    <message>
        <source>Next &amp;diagnostic</source>
        <translation>Следующая &amp;диагностика</translation>
    </message>
    <message>
        <source>Go to the node of the next finding</source>
        <translation>Перейти к узлу следующей диагностики</translation>
    </message>
    <message>
        <source>Previous d&amp;iagnostic</source>
        <translation>&amp;Предыдущая диагностика</translation>
    </message>
    <message>
        <source>Go to the node of the finding before</source>
        <translation>Перейти к узлу предыдущей диагностики</translation>
    </message>
    <message>
        <source>&amp;Model properties</source>
        <translation>&amp;Свойства модели</translation>
    </message>
    <message>
        <source>Select nothing, so that the inspector shows the model</source>
        <translation>Снять выделение, чтобы инспектор показал модель</translation>
    </message>
    <message>
        <source>FX &amp;graph</source>
        <translation>&amp;Граф FX</translation>
    </message>
    <message>
        <source>Show or hide the FX graph</source>
        <translation>Показать или скрыть граф FX</translation>
    </message>
    <message>
        <source>&amp;ONNX graph</source>
        <translation>Граф &amp;ONNX</translation>
    </message>
    <message>
        <source>Show or hide the ONNX graph</source>
        <translation>Показать или скрыть граф ONNX</translation>
    </message>
    <message>
        <source>S&amp;wap graphs</source>
        <translation>Поменять графы мест&amp;ами</translation>
    </message>
    <message>
        <source>Put one graph in the place of the other</source>
        <translation>Поставить один граф на место другого</translation>
    </message>
    <message>
        <source>Graphs &amp;below each other</source>
        <translation>Графы &amp;один под другим</translation>
    </message>
    <message>
        <source>Put the graphs below instead of beside each other</source>
        <translation>Расположить графы один под другим, а не рядом</translation>
    </message>
    <message>
        <source>Flow to the &amp;right</source>
        <translation>Поток &amp;вправо</translation>
    </message>
    <message>
        <source>Let values flow from left to right instead of downwards</source>
        <translation>Направить значения слева направо, а не сверху вниз</translation>
    </message>
    <message>
        <source>Lar&amp;ger text</source>
        <translation>Кру&amp;пнее текст</translation>
    </message>
    <message>
        <source>Make words and code around the graphs larger</source>
        <translation>Увеличить слова и код вокруг графов</translation>
    </message>
    <message>
        <source>S&amp;maller text</source>
        <translation>&amp;Мельче текст</translation>
    </message>
    <message>
        <source>Make words and code around the graphs smaller</source>
        <translation>Уменьшить слова и код вокруг графов</translation>
    </message>
    <message>
        <source>&amp;Normal text</source>
        <translation>&amp;Обычный размер текста</translation>
    </message>
    <message>
        <source>Give words and code their own size back</source>
        <translation>Вернуть словам и коду их обычный размер</translation>
    </message>
    <message>
        <source>Comman&amp;ds…</source>
        <translation>&amp;Команды…</translation>
    </message>
    <message>
        <source>Run a command or find a node by its name</source>
        <translation>Выполнить команду или найти узел по имени</translation>
    </message>
    <message>
        <source>S&amp;hortcuts</source>
        <translation>Сочет&amp;ания клавиш</translation>
    </message>
    <message>
        <source>Show all keys</source>
        <translation>Показать все клавиши</translation>
    </message>
    <message>
        <source>A&amp;bout Sidelight</source>
        <translation>О программ&amp;е</translation>
    </message>
    <message>
        <source>Version and licences</source>
        <translation>Версия и лицензии</translation>
    </message>
    <message>
        <source>Open body in a &amp;tab</source>
        <translation>Открыть &amp;тело во вкладке</translation>
    </message>
    <message>
        <source>Show the body of the selected function, or of the one around it, in a tab of its own</source>
        <translation>Показать тело выделенной функции или той, что вокруг неё, в отдельной вкладке</translation>
    </message>
    <message>
        <source>Run to ne&amp;xt stop</source>
        <translation>До след&amp;ующей остановки</translation>
    </message>
    <message>
        <source>Go to the next change that the expression in the Changes panel holds for</source>
        <translation>Перейти к следующему изменению, для которого верно выражение на панели «Изменения»</translation>
    </message>
    <message>
        <source>Run bac&amp;k to stop</source>
        <translation>Назад до &amp;остановки</translation>
    </message>
    <message>
        <source>Go back to the change before that the expression holds for</source>
        <translation>Вернуться к предыдущему изменению, для которого верно выражение</translation>
    </message>
    <message>
        <source>Stop at this n&amp;ode</source>
        <translation>Останавливаться на этом у&amp;зле</translation>
    </message>
    <message>
        <source>Stop at changes of the selected node, or no more</source>
        <translation>Останавливаться на изменениях выбранного узла или больше не останавливаться</translation>
    </message>
    <message>
        <source>R&amp;un to this node</source>
        <translation>Выполнить до &amp;этого узла</translation>
    </message>
    <message>
        <source>Go to the next change that touches the selected node, or to its first</source>
        <translation>Перейти к следующему изменению выбранного узла или к первому</translation>
    </message>
    <message>
        <source>Run &amp;passes</source>
        <translation>&amp;Выполнить проходы</translation>
    </message>
    <message>
        <source>Run the passes as the Passes panel has them</source>
        <translation>Выполнить проходы так, как они стоят на панели «Проходы»</translation>
    </message>
    <message>
        <source>Compare &amp;numbers</source>
        <translation>&amp;Сравнить числа</translation>
    </message>
    <message>
        <source>Evaluate the graph before and after every pass and compare bit by bit</source>
        <translation>Вычислить граф до и после каждого прохода и сравнить побитно</translation>
    </message>
    <message>
        <source>Pass &amp;up</source>
        <translation>Проход в&amp;ыше</translation>
    </message>
    <message>
        <source>Run the chosen pass earlier</source>
        <translation>Выполнять выбранный проход раньше</translation>
    </message>
    <message>
        <source>Pass &amp;down</source>
        <translation>Проход &amp;ниже</translation>
    </message>
    <message>
        <source>Run the chosen pass later</source>
        <translation>Выполнять выбранный проход позже</translation>
    </message>
    <message>
        <source>R&amp;epeat pass</source>
        <translation>&amp;Повторить проход</translation>
    </message>
    <message>
        <source>Run the chosen pass once more after itself</source>
        <translation>Выполнить выбранный проход ещё раз сразу после него</translation>
    </message>
    <message>
        <source>&amp;Remove pass</source>
        <translation>&amp;Убрать проход</translation>
    </message>
    <message>
        <source>Take the chosen pass out of the pipeline</source>
        <translation>Убрать выбранный проход из конвейера</translation>
    </message>
    <message>
        <source>De&amp;fault passes</source>
        <translation>Проходы по у&amp;молчанию</translation>
    </message>
    <message>
        <source>Go back to the default pipeline</source>
        <translation>Вернуться к конвейеру по умолчанию</translation>
    </message>
    <message>
        <source>&amp;Load passes…</source>
        <translation>&amp;Загрузить проходы…</translation>
    </message>
    <message>
        <source>Take the pipeline from a preset file</source>
        <translation>Взять конвейер из файла</translation>
    </message>
    <message>
        <source>&amp;Save passes…</source>
        <translation>Со&amp;хранить проходы…</translation>
    </message>
    <message>
        <source>Write the pipeline to a preset file, which --passes takes too</source>
        <translation>Записать конвейер в файл, который принимает и --passes</translation>
    </message>
    <message>
        <source>P&amp;asses</source>
        <translation>Про&amp;ходы</translation>
    </message>
    <message>
        <source>Show the pipeline, to be changed</source>
        <translation>Показать конвейер, чтобы изменить его</translation>
    </message>
    <message>
        <source>&amp;Changes</source>
        <translation>Изменени&amp;я</translation>
    </message>
    <message>
        <source>Show every change of the pass at hand</source>
        <translation>Показать все изменения текущего прохода</translation>
    </message>
    <message>
        <source>&amp;History</source>
        <translation>Ис&amp;тория</translation>
    </message>
    <message>
        <source>Show the selected node&apos;s way through the passes</source>
        <translation>Показать путь выбранного узла через проходы</translation>
    </message>
    <message>
        <source>Cov&amp;erage</source>
        <translation>Покр&amp;ытие</translation>
    </message>
    <message>
        <source>Show which nodes the pass at hand looked at, matched and changed</source>
        <translation>Показать, какие узлы текущий проход осмотрел, опознал и изменил</translation>
    </message>
    <message>
        <source>&amp;Undo edit</source>
        <translation>Отме&amp;нить правку</translation>
    </message>
    <message>
        <source>Take back the last edit by hand</source>
        <translation>Отменить последнюю ручную правку</translation>
    </message>
    <message>
        <source>Re&amp;do edit</source>
        <translation>&amp;Повторить правку</translation>
    </message>
    <message>
        <source>Make the edit again that was taken back</source>
        <translation>Снова сделать отменённую правку</translation>
    </message>
    <message>
        <source>Give the selected node another name</source>
        <translation>Дать выбранному узлу другое имя</translation>
    </message>
    <message>
        <source>Give the selected node another target or other arguments</source>
        <translation>Дать выбранному узлу другой оператор или другие аргументы</translation>
    </message>
    <message>
        <source>Insert befo&amp;re…</source>
        <translation>Вставить пере&amp;д…</translation>
    </message>
    <message>
        <source>Put a new node before the selected one</source>
        <translation>Поставить новый узел перед выбранным</translation>
    </message>
    <message>
        <source>&amp;Insert after…</source>
        <translation>Вставить п&amp;осле…</translation>
    </message>
    <message>
        <source>Put a new node after the selected one</source>
        <translation>Поставить новый узел после выбранного</translation>
    </message>
    <message>
        <source>&amp;Erase node</source>
        <translation>&amp;Удалить узел</translation>
    </message>
    <message>
        <source>Remove the selected node, which nothing may read</source>
        <translation>Убрать выбранный узел, который никто не читает</translation>
    </message>
    <message>
        <source>Let what reads the selected node read its input, and remove it</source>
        <translation>Пусть читающие узел читают его вход, а сам узел убирается</translation>
    </message>
    <message>
        <source>Move the selected node before the one before it</source>
        <translation>Поставить выбранный узел перед предыдущим</translation>
    </message>
    <message>
        <source>Move &amp;later</source>
        <translation>Сдвинуть по&amp;зже</translation>
    </message>
    <message>
        <source>Move the selected node after the one after it</source>
        <translation>Поставить выбранный узел после следующего</translation>
    </message>
    <message>
        <source>&amp;Save edits as a rule file…</source>
        <translation>&amp;Сохранить правки файлом правил…</translation>
    </message>
    <message>
        <source>Write the edits of the FX graph to a file that other models can be edited by</source>
        <translation>Записать правки графа FX в файл, которым можно править и другие модели</translation>
    </message>
    <message>
        <source>Open the text of print(graph), graph_module.code or an ONNX model from the clipboard</source>
        <translation>Открыть из буфера обмена текст print(graph), graph_module.code или модели ONNX</translation>
    </message>
    <message>
        <source>Expand all &amp;below</source>
        <translation>Р&amp;азвернуть всё внутри</translation>
    </message>
    <message>
        <source>Open the selected box and everything inside it</source>
        <translation>Открыть выбранный блок и всё внутри него</translation>
    </message>
    <message>
        <source>Level &amp;1</source>
        <translation>Уровень &amp;1</translation>
    </message>
    <message>
        <source>Open the outermost boxes of both graphs, and close what is inside them</source>
        <translation>Открыть внешние блоки обоих графов и закрыть то, что внутри</translation>
    </message>
    <message>
        <source>Level &amp;2</source>
        <translation>Уровень &amp;2</translation>
    </message>
    <message>
        <source>Open the two outer levels of boxes of both graphs</source>
        <translation>Открыть два внешних уровня блоков обоих графов</translation>
    </message>
    <message>
        <source>Level &amp;3</source>
        <translation>Уровень &amp;3</translation>
    </message>
    <message>
        <source>Open the three outer levels of boxes of both graphs</source>
        <translation>Открыть три внешних уровня блоков обоих графов</translation>
    </message>
    <message>
        <source>Change the FX graph as a rule file says</source>
        <translation>Изменить граф FX по файлу правил</translation>
    </message>
    <message>
        <source>Save as &amp;test…</source>
        <translation>Сохранить как &amp;тест…</translation>
    </message>
    <message>
        <source>Write what the chosen pass got and made to a file that runs as a test</source>
        <translation>Записать, что получил и что сделал выбранный проход, в файл, который выполняется как тест</translation>
    </message>
    <message>
        <source>&amp;Apply rules…</source>
        <translation>Применить пр&amp;авила…</translation>
    </message>
    <message>
        <source>Rena&amp;me…</source>
        <translation>Пере&amp;именовать…</translation>
    </message>
    <message>
        <source>Chan&amp;ge call…</source>
        <translation>Изменить в&amp;ызов…</translation>
    </message>
    <message>
        <source>By&amp;pass node</source>
        <translation>Обойти узе&amp;л</translation>
    </message>
    <message>
        <source>Move e&amp;arlier</source>
        <translation>Сдвинуть р&amp;аньше</translation>
    </message>
    <message>
        <source>Paste grap&amp;h</source>
        <translation>Вставить &amp;граф</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>ONNX model</source>
        <translation>Модель ONNX</translation>
    </message>
    <message>
        <source>This node is not in the graph at this position.</source>
        <translation>На этом шаге узла в графе нет.</translation>
    </message>
    <message>
        <source>This node is not in the model at this position.</source>
        <translation>На этом шаге узла в модели нет.</translation>
    </message>
    <message>
        <source>function call</source>
        <translation>вызов функции</translation>
    </message>
    <message>
        <source>input</source>
        <translation>вход</translation>
    </message>
    <message>
        <source>initializer</source>
        <translation>инициализатор</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>оператор</translation>
    </message>
    <message>
        <source>output</source>
        <translation>выход</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Вызов</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Значение</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>Происхождение</translation>
    </message>
    <message>
        <source>Graph signature</source>
        <translation>Сигнатура графа</translation>
    </message>
    <message>
        <source>History</source>
        <translation>История</translation>
    </message>
    <message>
        <source>In ONNX</source>
        <translation>В ONNX</translation>
    </message>
    <message>
        <source>In FX</source>
        <translation>В FX</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Входы</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Выходы</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>Атрибуты</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Тензор</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>Функция</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>Размеры</translation>
    </message>
    <message>
        <source>Parameters and buffers</source>
        <translation>Параметры и буферы</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Программа</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Операторы</translation>
    </message>
    <message>
        <source>ONNX inputs</source>
        <translation>Входы ONNX</translation>
    </message>
    <message>
        <source>ONNX outputs</source>
        <translation>Выходы ONNX</translation>
    </message>
    <message>
        <source>ONNX operators</source>
        <translation>Операторы ONNX</translation>
    </message>
    <message>
        <source>verified against PyTorch</source>
        <translation>сверено с PyTorch</translation>
    </message>
    <message>
        <source>users</source>
        <translation>пользователи</translation>
    </message>
    <message>
        <source>%1 (default)</source>
        <translation>%1 (по умолчанию)</translation>
    </message>
    <message>
        <source>type</source>
        <translation>тип</translation>
    </message>
    <message>
        <source>device</source>
        <translation>устройство</translation>
    </message>
    <message>
        <source>strides</source>
        <translation>шаги</translation>
    </message>
    <message>
        <source>requires grad</source>
        <translation>нужен градиент</translation>
    </message>
    <message>
        <source>any size</source>
        <translation>любой размер</translation>
    </message>
    <message>
        <source>%1  example %2</source>
        <translation>%1  пример %2</translation>
    </message>
    <message>
        <source>module</source>
        <translation>модуль</translation>
    </message>
    <message>
        <source>source</source>
        <translation>исходный код</translation>
    </message>
    <message>
        <source>function</source>
        <translation>функция</translation>
    </message>
    <message>
        <source>torch function</source>
        <translation>функция torch</translation>
    </message>
    <message>
        <source>from node</source>
        <translation>из узла</translation>
    </message>
    <message>
        <source>doc string</source>
        <translation>doc string</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>вид</translation>
    </message>
    <message>
        <source>target</source>
        <translation>цель</translation>
    </message>
    <message>
        <source>persistent</source>
        <translation>постоянный</translation>
    </message>
    <message>
        <source>user input</source>
        <translation>вход пользователя</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>параметр</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>буфер</translation>
    </message>
    <message>
        <source>constant tensor</source>
        <translation>константный тензор</translation>
    </message>
    <message>
        <source>custom object</source>
        <translation>пользовательский объект</translation>
    </message>
    <message>
        <source>token</source>
        <translation>токен</translation>
    </message>
    <message>
        <source>constant input</source>
        <translation>константный вход</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>тензор</translation>
    </message>
    <message>
        <source>size</source>
        <translation>размер</translation>
    </message>
    <message>
        <source>stored in</source>
        <translation>хранится в</translation>
    </message>
    <message>
        <source>data</source>
        <translation>данные</translation>
    </message>
    <message>
        <source>declared without data</source>
        <translation>объявлен без данных</translation>
    </message>
    <message>
        <source>node</source>
        <translation>узел</translation>
    </message>
    <message>
        <source>No ONNX node stands for it: it was folded, or is only a size, a parameter or a name.</source>
        <translation>Узла ONNX для него нет: он свёрнут либо это лишь размер, параметр или имя.</translation>
    </message>
    <message>
        <source>No FX node is known for it.</source>
        <translation>Узел FX для него неизвестен.</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>пишет</translation>
    </message>
    <message>
        <source>to an argument</source>
        <translation>в аргумент</translation>
    </message>
    <message>
        <source>returns</source>
        <translation>возвращает</translation>
    </message>
    <message>
        <source>a view of an argument</source>
        <translation>представление аргумента</translation>
    </message>
    <message>
        <source>random</source>
        <translation>случайность</translation>
    </message>
    <message>
        <source>seeded</source>
        <translation>зависит от seed</translation>
    </message>
    <message>
        <source>since</source>
        <translation>начиная с</translation>
    </message>
    <message>
        <source>opset %1</source>
        <translation>opset %1</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>загрузка</translation>
    </message>
    <message>
        <source>+ was in the file</source>
        <translation>+ был в файле</translation>
    </message>
    <message>
        <source>+ added</source>
        <translation>+ добавлен</translation>
    </message>
    <message>
        <source>− erased</source>
        <translation>− удалён</translation>
    </message>
    <message>
        <source>↕ moved</source>
        <translation>↕ перемещён</translation>
    </message>
    <message>
        <source>metadata changed</source>
        <translation>изменены метаданные</translation>
    </message>
    <message>
        <source>arguments changed</source>
        <translation>изменены аргументы</translation>
    </message>
    <message>
        <source>target is %1 now</source>
        <translation>target теперь %1</translation>
    </message>
    <message>
        <source>renamed from %1</source>
        <translation>переименован из %1</translation>
    </message>
    <message>
        <source>type is %1 now</source>
        <translation>тип теперь %1</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>опущен</translation>
    </message>
    <message>
        <source>name</source>
        <translation>имя</translation>
    </message>
    <message>
        <source>domain</source>
        <translation>домен</translation>
    </message>
    <message>
        <source>body</source>
        <translation>тело</translation>
    </message>
    <message>
        <source>1 node</source>
        <translation>1 узел</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>узлов: %1</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>вызовов</translation>
    </message>
    <message>
        <source>schema</source>
        <translation>схема</translation>
    </message>
    <message>
        <source>dialect</source>
        <translation>диалект</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>тензоров</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>элементов</translation>
    </message>
    <message>
        <source>stored</source>
        <translation>хранится</translation>
    </message>
    <message>
        <source>IR version</source>
        <translation>версия IR</translation>
    </message>
    <message>
        <source>producer</source>
        <translation>создатель</translation>
    </message>
    <message>
        <source>functions</source>
        <translation>функций</translation>
    </message>
    <message>
        <source>initializers</source>
        <translation>инициализаторов</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>ещё %1</translation>
    </message>
    <message>
        <source>equal, %1</source>
        <translation>равны, %1</translation>
    </message>
    <message>
        <source>differs, %1</source>
        <translation>отличаются, %1</translation>
    </message>
    <message>
        <source>read</source>
        <translation>чтение</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>проходы</translation>
    </message>
    <message>
        <source>lower</source>
        <translation>преобразование</translation>
    </message>
    <message>
        <source>onnx passes</source>
        <translation>проходы ONNX</translation>
    </message>
    <message>
        <source>check</source>
        <translation>проверка</translation>
    </message>
    <message>
        <source>exporting</source>
        <translation>экспорт</translation>
    </message>
    <message>
        <source>evaluating</source>
        <translation>вычисление</translation>
    </message>
    <message>
        <source>Inlines subgraphs that are only run: regions of no_grad and autocast, with autocast&apos;s casts.</source>
        <translation>Встраивает подграфы, которые только выполняются: области no_grad и autocast вместе с приведениями autocast.</translation>
    </message>
    <message>
        <source>Replaces calls that vmap makes for single elements by calls on the whole batch.</source>
        <translation>Заменяет вызовы, которые vmap делает для отдельных элементов, вызовами для всего пакета.</translation>
    </message>
    <message>
        <source>Removes run-time assertions and what only they read.</source>
        <translation>Удаляет проверки времени выполнения и то, что читают только они.</translation>
    </message>
    <message>
        <source>Replaces in-place calls by their functional twins and makes mutated buffers and inputs outputs.</source>
        <translation>Заменяет вызовы на месте их функциональными двойниками и делает изменяемые буферы и входы выходами.</translation>
    </message>
    <message>
        <source>Makes implicit type promotion explicit by casts.</source>
        <translation>Делает неявное повышение типов явным с помощью приведений.</translation>
    </message>
    <message>
        <source>Evaluates constant sizes, scalars and small tensors.</source>
        <translation>Вычисляет константные размеры, скаляры и небольшие тензоры.</translation>
    </message>
    <message>
        <source>Replaces calls that repeat an earlier one.</source>
        <translation>Заменяет вызовы, повторяющие более ранний.</translation>
    </message>
    <message>
        <source>Removes calls whose results nobody reads.</source>
        <translation>Удаляет вызовы, результаты которых никто не читает.</translation>
    </message>
    <message>
        <source>Lower each call to an ONNX function body, and group the calls by module.</source>
        <translation>Преобразует каждый вызов в тело функции ONNX и группирует вызовы по модулям.</translation>
    </message>
    <message>
        <source>Inlines calls of functions that the chosen level does not keep.</source>
        <translation>Встраивает вызовы функций, которые выбранный уровень не сохраняет.</translation>
    </message>
    <message>
        <source>Removes Identity nodes whose readers can read their input.</source>
        <translation>Удаляет узлы Identity, читатели которых могут читать их вход.</translation>
    </message>
    <message>
        <source>Removes nodes, initializers, functions and opset imports that nothing uses.</source>
        <translation>Удаляет узлы, инициализаторы, функции и импорты opset, которые никто не использует.</translation>
    </message>
    <message>
        <source>Merges initializers that share a storage, and small equal constants.</source>
        <translation>Объединяет инициализаторы с общим хранилищем и одинаковые небольшие константы.</translation>
    </message>
    <message>
        <source>Gives values the types that onnx&apos;s shape inference finds.</source>
        <translation>Даёт значениям типы, которые находит вывод форм onnx.</translation>
    </message>
    <message>
        <source>Gives every node and value a name of its own.</source>
        <translation>Даёт каждому узлу и значению собственное имя.</translation>
    </message>
    <message>
        <source>Replaces nodes that repeat an earlier one.</source>
        <translation>Заменяет узлы, повторяющие более ранний.</translation>
    </message>
    <message>
        <source>Computes ahead what operators give for constants and known shapes.</source>
        <translation>Заранее вычисляет результаты операторов для констант и известных форм.</translation>
    </message>
    <message>
        <source>Makes Constant nodes initializers.</source>
        <translation>Превращает узлы Constant в инициализаторы.</translation>
    </message>
    <message>
        <source>Converts the model to another opset of ai.onnx.</source>
        <translation>Переводит модель в другой opset ai.onnx.</translation>
    </message>
    <message>
        <source>Removes transposes that move nothing or undo each other, and fuses the others.</source>
        <translation>Удаляет транспонирования, которые ничего не переставляют или взаимно уничтожаются, и сливает остальные.</translation>
    </message>
    <message>
        <source>Removes casts to the type that a value has, and fuses those that follow each other.</source>
        <translation>Удаляет приведения к типу, который у значения уже есть, и сливает идущие подряд.</translation>
    </message>
    <message>
        <source>Removes operators that give back their input as it is.</source>
        <translation>Удаляет операторы, которые возвращают свой вход без изменений.</translation>
    </message>
    <message>
        <source>Makes a subgraph of each module&apos;s calls, and calls it.</source>
        <translation>Собирает вызовы каждого модуля в подграф и вызывает его.</translation>
    </message>
    <message>
        <source>Moves nodes next to those of their module, or by their distance from the inputs.</source>
        <translation>Переставляет узлы к узлам их модуля или по расстоянию от входов.</translation>
    </message>
    <message>
        <source>Names calls anew after their targets or modules.</source>
        <translation>Заново именует вызовы по их целям или модулям.</translation>
    </message>
    <message>
        <source>Replaces views and permutations that undo each other, follow each other or do nothing.</source>
        <translation>Заменяет представления и перестановки осей, которые взаимно уничтожаются, идут подряд или ничего не делают.</translation>
    </message>
    <message>
        <source>Computes ahead, in the evaluator, what depends on parameters and constants alone.</source>
        <translation>Заранее вычисляет в процессе вычислений то, что зависит только от параметров и констант.</translation>
    </message>
    <message>
        <source>Folds batch norms in evaluation mode into the convolutions before them.</source>
        <translation>Сворачивает пакетную нормализацию в режиме вычисления в предшествующие свёртки.</translation>
    </message>
    <message>
        <source>Takes operators outside Core ATen apart by their composite kernels, in the evaluator.</source>
        <translation>Раскладывает операторы вне Core ATen их составными ядрами в процессе вычислений.</translation>
    </message>
    <message>
        <source>Makes tensors that the graph takes up as attributes or literals placeholders.</source>
        <translation>Превращает тензоры, взятые графом как атрибуты или литералы, во входы (placeholder).</translation>
    </message>
    <message>
        <source>Gives each call&apos;s arguments in the order of its schema, without those that have their default.</source>
        <translation>Записывает аргументы каждого вызова в порядке его схемы, без равных значению по умолчанию.</translation>
    </message>
    <message>
        <source>Inlines subgraphs that are called as they are, such as those that modularize makes.</source>
        <translation>Встраивает подграфы, которые вызываются как есть, например созданные modularize.</translation>
    </message>
    <message>
        <source>Takes operators without a lowering apart by their composite kernels, in the evaluator.</source>
        <translation>Разбирает операторы без правила преобразования их составными ядрами в вычислителе.</translation>
    </message>
    <message>
        <source>read onnx</source>
        <translation>чтение ONNX</translation>
    </message>
    <message>
        <source>Makes the edits that somebody wrote by hand.</source>
        <translation>Делает правки, написанные вручную.</translation>
    </message>
    <message>
        <source>Makes the edits of the ONNX model that somebody wrote by hand.</source>
        <translation>Делает в модели ONNX правки, написанные вручную.</translation>
    </message>
    <message>
        <source>Changes the graph as a rule file says.</source>
        <translation>Меняет граф по файлу правил.</translation>
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
        <translation>%1 мс</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 с</translation>
    </message>
</context>
<context>
    <name>sidelight::app::Actions</name>
    <message>
        <source>&amp;Step</source>
        <translation>&amp;Шаг</translation>
    </message>
    <message>
        <source>Gra&amp;ph</source>
        <translation>&amp;Граф</translation>
    </message>
    <message>
        <source>V&amp;iew</source>
        <translation>В&amp;ид</translation>
    </message>
    <message>
        <source>Lang&amp;uage</source>
        <translation>Язы&amp;к (Language)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>Пере&amp;ход</translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation>Офо&amp;рмление</translation>
    </message>
    <message>
        <source>P&amp;asses</source>
        <translation>Про&amp;ходы</translation>
    </message>
    <message>
        <source>Expand to le&amp;vel</source>
        <translation>Ра&amp;звернуть до уровня</translation>
    </message>
    <message>
        <source>Edit b&amp;y hand</source>
        <translation>Р&amp;учные правки</translation>
    </message>
</context>
<context>
    <name>sidelight::app::ChangesPanel</name>
    <message>
        <source>Changes of the pass</source>
        <translation>Изменения прохода</translation>
    </message>
    <message>
        <source>Where to stop</source>
        <translation>Где остановиться</translation>
    </message>
    <message>
        <source>Stop at   op:relu_ and module:layer1   node:%add_3   pass:functionalize   rule:FXE0015   code:views.cpp</source>
        <translation>Остановка   op:relu_ and module:layer1   node:%add_3   pass:functionalize   rule:FXE0015   code:views.cpp</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>№</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Изменение</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Узел</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>До</translation>
    </message>
    <message>
        <source>After</source>
        <translation>После</translation>
    </message>
    <message>
        <source>Made for</source>
        <translation>Ради</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Код</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>Ничего не открыто.</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 в %2</translation>
    </message>
    <message>
        <source>All passes ran. Choose a pass above to see its changes, or name where to stop and press F5.</source>
        <translation>Все проходы выполнены. Выберите проход выше, чтобы увидеть его изменения, или задайте, где остановиться, и нажмите F5.</translation>
    </message>
    <message>
        <source>This pass changed nothing.</source>
        <translation>Этот проход ничего не изменил.</translation>
    </message>
    <message>
        <source>No change before this one: %1</source>
        <translation>До этого места таких изменений нет: %1</translation>
    </message>
    <message>
        <source>No change after this one: %1</source>
        <translation>После этого места таких изменений нет: %1</translation>
    </message>
    <message>
        <source>Stops at changes of %1 (F5 runs there)</source>
        <translation>Остановка на изменениях %1 (F5 — выполнить до них)</translation>
    </message>
    <message>
        <source>Stops no more at %1</source>
        <translation>Больше не останавливается на %1</translation>
    </message>
</context>
<context>
    <name>sidelight::app::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Команды</translation>
    </message>
    <message>
        <source>Command or node</source>
        <translation>Команда или узел</translation>
    </message>
    <message>
        <source>Find nodes: %1</source>
        <translation>Найти узлы: %1</translation>
    </message>
</context>
<context>
    <name>sidelight::app::CoveragePanel</name>
    <message>
        <source>Coverage of the pass</source>
        <translation>Покрытие прохода</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Цель</translation>
    </message>
    <message>
        <source>Visited</source>
        <translation>Осмотрено</translation>
    </message>
    <message>
        <source>Matched</source>
        <translation>Опознано</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Изменено</translation>
    </message>
    <message>
        <source>Matched and left</source>
        <translation>Опознано, но оставлено</translation>
    </message>
    <message>
        <source>Fell through</source>
        <translation>Мимо</translation>
    </message>
    <message>
        <source>Which</source>
        <translation>Какие</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>Ничего не открыто.</translation>
    </message>
    <message>
        <source>Choose a pass above to see which nodes it looked at.</source>
        <translation>Выберите проход выше, чтобы увидеть, какие узлы он осмотрел.</translation>
    </message>
    <message>
        <source>This pass looks at no nodes one by one.</source>
        <translation>Этот проход не осматривает узлы по одному.</translation>
    </message>
</context>
<context>
    <name>sidelight::app::Debugger</name>
    <message>
        <source>Select a node first</source>
        <translation>Сначала выберите узел</translation>
    </message>
</context>
<context>
    <name>sidelight::app::EditDialog</name>
    <message>
        <source>Rename %1</source>
        <translation>Переименовать %1</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>Изменить %1</translation>
    </message>
    <message>
        <source>Insert before %1</source>
        <translation>Вставить перед %1</translation>
    </message>
    <message>
        <source>Insert after %1</source>
        <translation>Вставить после %1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Вызов</translation>
    </message>
    <message>
        <source>What reads %1 from there on reads the new node</source>
        <translation>Всё, что читает %1 дальше, читает новый узел</translation>
    </message>
    <message>
        <source>Why it is refused</source>
        <translation>Почему правка не принята</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Применить</translation>
    </message>
</context>
<context>
    <name>sidelight::app::Editor</name>
    <message>
        <source>Select one node first</source>
        <translation>Сначала выберите один узел</translation>
    </message>
    <message>
        <source>The node is not there any more at the end of this pass, behind which edits are made; step to where it is</source>
        <translation>В конце этого прохода, после которого делаются правки, узла уже нет; перейдите туда, где он есть</translation>
    </message>
    <message>
        <source>Edited: %1</source>
        <translation>Правка: %1</translation>
    </message>
    <message>
        <source>%1 is no call: it can be renamed, and others can be put beside it</source>
        <translation>%1 — не вызов: его можно переименовать и ставить рядом другие узлы</translation>
    </message>
    <message>
        <source>It stands at the end already</source>
        <translation>Он уже стоит на краю</translation>
    </message>
    <message>
        <source>Save edits</source>
        <translation>Сохранить правки</translation>
    </message>
    <message>
        <source>Rule files (*.rules);;All files (*)</source>
        <translation>Файлы правил (*.rules);;Все файлы (*)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>Не удалось записать %1: %2</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Сохранено: %1</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>Ничего не открыто.</translation>
    </message>
    <message>
        <source>The passes were changed since this edit: change it in the options of manual-edits in the Passes panel</source>
        <translation>После этой правки проходы были изменены: измените её в параметрах manual-edits на панели проходов</translation>
    </message>
</context>
<context>
    <name>sidelight::app::ExportDialog</name>
    <message>
        <source>Embed</source>
        <translation>Встроенные</translation>
    </message>
    <message>
        <source>One file that holds everything; up to 1.9 GB.</source>
        <translation>Один файл со всем содержимым; до 1,9 ГБ.</translation>
    </message>
    <message>
        <source>External</source>
        <translation>Отдельно</translation>
    </message>
    <message>
        <source>Weights in NAME.onnx.data beside the model; any size.</source>
        <translation>Веса в NAME.onnx.data; размер любой.</translation>
    </message>
    <message>
        <source>Per tensor</source>
        <translation>По тензорам</translation>
    </message>
    <message>
        <source>A file for each initializer in NAME_initializers/.</source>
        <translation>По файлу на инициализатор в NAME_initializers/.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Нет</translation>
    </message>
    <message>
        <source>The graph only: small to share, names and shapes of weights stay.</source>
        <translation>Только граф, имена и формы весов.</translation>
    </message>
    <message>
        <source>Operators and modules</source>
        <translation>Операторы и модули</translation>
    </message>
    <message>
        <source>Each ATen operator and each nn.Module is a function that can be opened.</source>
        <translation>Каждый оператор ATen и каждый nn.Module — функция, которую можно раскрыть.</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Операторы</translation>
    </message>
    <message>
        <source>Each ATen operator is a function; modules are flat.</source>
        <translation>Каждый оператор ATen — функция; модули развёрнуты.</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>Модули</translation>
    </message>
    <message>
        <source>Each nn.Module is a function of plain ONNX operators.</source>
        <translation>Каждый nn.Module — функция из обычных операторов ONNX.</translation>
    </message>
    <message>
        <source>Plain ONNX operators only, for tools that know no functions.</source>
        <translation>Только обычные операторы ONNX — для программ, не знающих функций.</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Б</translation>
    </message>
    <message>
        <source>%1B</source>
        <translation>%1B</translation>
    </message>
    <message>
        <source>Replace files that exist</source>
        <translation>Заменять существующие файлы</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Открыть папку</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Копировать команду</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Экспорт</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>Экспорт %1</translation>
    </message>
    <message>
        <source>File to write</source>
        <translation>Записываемый файл</translation>
    </message>
    <message>
        <source>ONNX opset</source>
        <translation>ONNX opset</translation>
    </message>
    <message>
        <source>Functions to keep</source>
        <translation>Сохраняемые функции</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Обзор…</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Файл</translation>
    </message>
    <message>
        <source>Opset</source>
        <translation>Opset</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>Функции</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Веса</translation>
    </message>
    <message>
        <source>The same as a command</source>
        <translation>То же в виде команды</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Результат</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Ход выполнения</translation>
    </message>
    <message>
        <source>Export as ONNX</source>
        <translation>Экспорт в ONNX</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>Модели ONNX (*.onnx)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>подготовка</translation>
    </message>
    <message>
        <source>Cancelled; nothing was written.</source>
        <translation>Отменено; ничего не записано.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 из %2</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>Записано: %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>и ещё %1</translation>
    </message>
    <message>
        <source>cancelling</source>
        <translation>отмена</translation>
    </message>
    <message>
        <source>Not written: the export differs from PyTorch.</source>
        <translation>Не записано: экспорт отличается от PyTorch.</translation>
    </message>
    <message>
        <source>onnx&apos;s checker and shape inference</source>
        <translation>Проверка onnx и вывод форм</translation>
    </message>
    <message>
        <source>Run it in ONNX Runtime and compare with PyTorch</source>
        <translation>Выполнить в ONNX Runtime и сравнить с PyTorch</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Проверки</translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) equal PyTorch&apos;s</source>
        <translation>
            <numerusform>%n выход совпадает с PyTorch</numerusform>
            <numerusform>%n выхода совпадают с PyTorch</numerusform>
            <numerusform>%n выходов совпадают с PyTorch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s): see the diagnostics</source>
        <translation>
            <numerusform>%n замечание: смотрите диагностику</numerusform>
            <numerusform>%n замечания: смотрите диагностику</numerusform>
            <numerusform>%n замечаний: смотрите диагностику</numerusform>
        </translation>
    </message>
    <message>
        <source>Leave out the passes after change %1 of %2</source>
        <translation>Без проходов после изменения %1 в %2</translation>
    </message>
    <message>
        <source>Leave out the passes after %1</source>
        <translation>Без проходов после %1</translation>
    </message>
</context>
<context>
    <name>sidelight::app::GrabScript</name>
    <message>
        <source>%1 is no action</source>
        <translation>%1 — не действие</translation>
    </message>
</context>
<context>
    <name>sidelight::app::HistoryPanel</name>
    <message>
        <source>History of the node</source>
        <translation>История узла</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Где</translation>
    </message>
    <message>
        <source>Whose</source>
        <translation>Чьё</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Изменение</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Узел</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>До</translation>
    </message>
    <message>
        <source>After</source>
        <translation>После</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Код</translation>
    </message>
    <message>
        <source>Select a node to follow it through the passes.</source>
        <translation>Выберите узел, чтобы проследить его путь через проходы.</translation>
    </message>
    <message>
        <source>itself</source>
        <translation>сам узел</translation>
    </message>
    <message>
        <source>came from</source>
        <translation>от него произошёл</translation>
    </message>
    <message>
        <source>ONNX</source>
        <translation>ONNX</translation>
    </message>
    <message>
        <source>became</source>
        <translation>стал</translation>
    </message>
    <message>
        <source>No pass touched this node.</source>
        <translation>Ни один проход не менял этот узел.</translation>
    </message>
    <message>
        <source>Select a node first</source>
        <translation>Сначала выберите узел</translation>
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
        <translation>Команда скопирована</translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation>Скопировано: %1</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Очистить</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Открыть модель</translation>
    </message>
    <message>
        <source>Models (*.pt2 *.onnx);;All files (*)</source>
        <translation>Модели (*.pt2 *.onnx);;Все файлы (*)</translation>
    </message>
    <message>
        <source>About Sidelight</source>
        <translation>О программе Sidelight</translation>
    </message>
    <message>
        <source>Sidelight %1
PyTorch ExportedProgram to ONNX, step by step.

Apache-2.0. Inter and JetBrains Mono: SIL Open Font License 1.1.</source>
        <translation>Sidelight %1
От PyTorch ExportedProgram к ONNX, шаг за шагом.

Apache-2.0. Inter и JetBrains Mono: SIL Open Font License 1.1.</translation>
    </message>
    <message>
        <source>Text at %1 %</source>
        <translation>Размер текста %1 %</translation>
    </message>
    <message>
        <source>%1 beside %2</source>
        <translation>%1 рядом с %2</translation>
    </message>
    <message>
        <source>No ONNX node: %1</source>
        <translation>Нет узла ONNX: %1</translation>
    </message>
    <message>
        <source>No FX node: %1</source>
        <translation>Нет узла FX: %1</translation>
    </message>
    <message>
        <source>%1 – Sidelight</source>
        <translation>%1 – Sidelight</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>Ничего не открыто.</translation>
    </message>
    <message>
        <source>No findings: the checker accepts the model.</source>
        <translation>Замечаний нет: проверка ONNX принимает модель.</translation>
    </message>
    <message>
        <source>No findings: every pass ran, the checker accepts the model, and it can be exported.</source>
        <translation>Замечаний нет: все проходы выполнены, проверка ONNX принимает модель, её можно экспортировать.</translation>
    </message>
    <message>
        <source>No findings.</source>
        <translation>Замечаний нет.</translation>
    </message>
    <message>
        <source>Diagnostics %1</source>
        <translation>Диагностика %1</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Диагностика</translation>
    </message>
    <message>
        <source>Nothing was lowered: a pass before failed. See the diagnostics.</source>
        <translation>Ничего не преобразовано: предыдущий проход завершился ошибкой. Смотрите диагностику.</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Журнал</translation>
    </message>
    <message>
        <source>no regular expression</source>
        <translation>не регулярное выражение</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>ничего не найдено</translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>найден %n</numerusform>
            <numerusform>найдено %n</numerusform>
            <numerusform>найдено %n</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 из %2</translation>
    </message>
    <message>
        <source>Main menu</source>
        <translation>Главное меню</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>Открыть &amp;недавние</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Модели</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Поиск</translation>
    </message>
    <message>
        <source>Find   op:softmax  shape:batch</source>
        <translation>Поиск   op:softmax  shape:batch</translation>
    </message>
    <message>
        <source>FX graph</source>
        <translation>Граф FX</translation>
    </message>
    <message>
        <source>ONNX graph</source>
        <translation>Граф ONNX</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Инспектор</translation>
    </message>
    <message>
        <source>Drag to move the inspector, double-click to float it</source>
        <translation>Перетащите, чтобы переместить инспектор; двойной щелчок — отделить</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Панели</translation>
    </message>
    <message>
        <source>Copy the command that does the same</source>
        <translation>Скопировать команду, которая делает то же</translation>
    </message>
    <message>
        <source>Select a module, a call of a function or a node with a body first</source>
        <translation>Сначала выберите модуль, вызов функции или узел с телом</translation>
    </message>
    <message>
        <source>Nothing to paste: the clipboard has no text</source>
        <translation>Нечего вставлять: в буфере обмена нет текста</translation>
    </message>
    <message>
        <source>Not pasted: %1</source>
        <translation>Не вставлено: %1</translation>
    </message>
</context>
<context>
    <name>sidelight::app::ModelSession</name>
    <message>
        <source>Read</source>
        <translation>Чтение</translation>
    </message>
    <message>
        <source>Opening %1: %2</source>
        <translation>Открывается %1: %2</translation>
    </message>
    <message>
        <source>Verifying %1: %2</source>
        <translation>Проверяется %1: %2</translation>
    </message>
    <message>
        <source>%1 + %2</source>
        <translation>%1 + %2</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>Открывается %1</translation>
    </message>
    <message>
        <source>Verifying %1 against PyTorch</source>
        <translation>%1 сверяется с PyTorch</translation>
    </message>
    <message>
        <source>Not verified: %1</source>
        <translation>Не проверено: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>Verified: %n output(s) equal PyTorch&apos;s</source>
        <translation>
            <numerusform>Проверено: %n выход совпадает с PyTorch</numerusform>
            <numerusform>Проверено: %n выхода совпадают с PyTorch</numerusform>
            <numerusform>Проверено: %n выходов совпадают с PyTorch</numerusform>
        </translation>
    </message>
    <message>
        <source>The export differs from PyTorch: see the diagnostics</source>
        <translation>Экспорт отличается от PyTorch: смотрите диагностику</translation>
    </message>
    <message>
        <source>Verifying was stopped</source>
        <translation>Проверка остановлена</translation>
    </message>
    <message>
        <source>Opening was stopped</source>
        <translation>Открытие остановлено</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>layout %1</source>
        <translation>размещение %1</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>параметров: %1</translation>
    </message>
    <message>
        <source>as loaded</source>
        <translation>как загружено</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n узел</numerusform>
            <numerusform>%n узла</numerusform>
            <numerusform>%n узлов</numerusform>
        </translation>
    </message>
    <message>
        <source>opset %1</source>
        <translation>opset %1</translation>
    </message>
    <message numerus="yes">
        <source>%n function(s)</source>
        <translation>
            <numerusform>%n функция</numerusform>
            <numerusform>%n функции</numerusform>
            <numerusform>%n функций</numerusform>
        </translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>внутри %1</translation>
    </message>
    <message>
        <source>as lowered</source>
        <translation>как преобразовано</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>после %1</translation>
    </message>
</context>
<context>
    <name>sidelight::app::PassesPanel</name>
    <message>
        <source>no effect</source>
        <translation>без изменений</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>изменил</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>сбой</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>пропущен</translation>
    </message>
    <message>
        <source>bit-equal</source>
        <translation>побитно равны</translation>
    </message>
    <message>
        <source>within %1, %2 ulp</source>
        <translation>в пределах %1, %2 ulp</translation>
    </message>
    <message>
        <source>differs: %1</source>
        <translation>отличаются: %1</translation>
    </message>
    <message>
        <source>unknown: %1</source>
        <translation>неизвестно: %1</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>Проходы</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Проход</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Граф</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Параметры</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Итог</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Время</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Числа</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Что делает</translation>
    </message>
    <message>
        <source>This is a model as loaded: no pass ran on it.</source>
        <translation>Это модель как она загружена: проходы не выполнялись.</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>Ничего не открыто.</translation>
    </message>
    <message>
        <source>Lowers every call to ONNX.</source>
        <translation>Переводит каждый вызов в ONNX.</translation>
    </message>
    <message>
        <source>The pipeline was changed: run it to see what it does (%1)</source>
        <translation>Конвейер изменён: выполните его, чтобы увидеть результат (%1)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>Не удалось записать %1: %2</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Сохранено: %1</translation>
    </message>
    <message>
        <source>Load passes</source>
        <translation>Загрузить проходы</translation>
    </message>
    <message>
        <source>Presets (*.json)</source>
        <translation>Наборы (*.json)</translation>
    </message>
    <message>
        <source>Save passes</source>
        <translation>Сохранить проходы</translation>
    </message>
    <message>
        <source>Comparing numbers before and after %1</source>
        <translation>Сравниваются числа до и после %1</translation>
    </message>
    <message>
        <source>Comparing numbers before and after every pass</source>
        <translation>Сравниваются числа до и после каждого прохода</translation>
    </message>
    <message>
        <source>Every pass keeps the numbers that it promises to keep</source>
        <translation>Каждый проход сохраняет числа, как обещает</translation>
    </message>
    <message>
        <source>A pass changes numbers: see the diagnostics</source>
        <translation>Один из проходов меняет числа: см. диагностику</translation>
    </message>
    <message>
        <source>Rules change an FX graph: open a .pt2 first</source>
        <translation>Правила меняют граф FX: сначала откройте .pt2</translation>
    </message>
    <message>
        <source>Run rules</source>
        <translation>Применить правила</translation>
    </message>
    <message>
        <source>Rule files (*.rules)</source>
        <translation>Файлы правил (*.rules)</translation>
    </message>
    <message>
        <source>Choose a pass first</source>
        <translation>Сначала выберите проход</translation>
    </message>
    <message>
        <source>Save as test</source>
        <translation>Сохранить как тест</translation>
    </message>
    <message>
        <source>Tests (*.txt)</source>
        <translation>Тесты (*.txt)</translation>
    </message>
</context>
<context>
    <name>sidelight::app::ShortcutSheet</name>
    <message>
        <source>Shortcuts</source>
        <translation>Сочетания клавиш</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Клавиши</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Команда</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Что делает</translation>
    </message>
</context>
<context>
    <name>sidelight::views::DiagnosticModel</name>
    <message>
        <source>error</source>
        <translation>ошибка</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>предупреждение</translation>
    </message>
    <message>
        <source>note</source>
        <translation>замечание</translation>
    </message>
    <message>
        <source>none</source>
        <translation>нет</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 ошибка</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>ошибок: %1</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 предупреждение</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>предупреждений: %1</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 замечание</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>замечаний: %1</translation>
    </message>
    <message>
        <source>no findings</source>
        <translation>нет замечаний</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Уровень</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Правило</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Узел</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Сообщение</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Исходный код</translation>
    </message>
</context>
<context>
    <name>sidelight::views::DiagnosticsPanel</name>
    <message>
        <source>Diagnostics</source>
        <translation>Диагностика</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n ошибка</numerusform>
            <numerusform>%n ошибки</numerusform>
            <numerusform>%n ошибок</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n предупреждение</numerusform>
            <numerusform>%n предупреждения</numerusform>
            <numerusform>%n предупреждений</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n замечание</numerusform>
            <numerusform>%n замечания</numerusform>
            <numerusform>%n замечаний</numerusform>
        </translation>
    </message>
    <message>
        <source>Show errors</source>
        <translation>Показывать ошибки</translation>
    </message>
    <message>
        <source>Show warnings</source>
        <translation>Показывать предупреждения</translation>
    </message>
    <message>
        <source>Show notes</source>
        <translation>Показывать замечания</translation>
    </message>
</context>
<context>
    <name>sidelight::views::DiffModel</name>
    <message numerus="yes">
        <source>%n equal line(s)</source>
        <translation>
            <numerusform>%n одинаковая строка</numerusform>
            <numerusform>%n одинаковые строки</numerusform>
            <numerusform>%n одинаковых строк</numerusform>
        </translation>
    </message>
    <message>
        <source>inserted: %1</source>
        <translation>вставлено: %1</translation>
    </message>
    <message>
        <source>removed: %1</source>
        <translation>удалено: %1</translation>
    </message>
</context>
<context>
    <name>sidelight::views::DiffPanel</name>
    <message>
        <source>Text diff</source>
        <translation>Различия текста</translation>
    </message>
    <message>
        <source>Lines of the printed graph before and after the pass</source>
        <translation>Строки текста графа до и после прохода</translation>
    </message>
</context>
<context>
    <name>sidelight::views::GraphPane</name>
    <message>
        <source>Module of the selection</source>
        <translation>Модуль выделения</translation>
    </message>
    <message>
        <source>model</source>
        <translation>модель</translation>
    </message>
</context>
<context>
    <name>sidelight::views::GraphView</name>
    <message>
        <source>to %1</source>
        <translation>к %1</translation>
    </message>
</context>
<context>
    <name>sidelight::views::Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>Инспектор</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Свойства</translation>
    </message>
</context>
<context>
    <name>sidelight::views::PassModel</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n узел</numerusform>
            <numerusform>%n узла</numerusform>
            <numerusform>%n узлов</numerusform>
        </translation>
    </message>
    <message>
        <source>no effect</source>
        <translation>0 правок</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>пропущен</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>ошибка</translation>
    </message>
    <message>
        <source>metadata</source>
        <translation>метаданные</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>загружено</translation>
    </message>
    <message>
        <source>stopped: failed</source>
        <translation>стоп: ошибка</translation>
    </message>
    <message>
        <source>all passes ran</source>
        <translation>все проходы</translation>
    </message>
    <message>
        <source>as loaded</source>
        <translation>загружено</translation>
    </message>
    <message>
        <source>no changes</source>
        <translation>0 правок</translation>
    </message>
    <message>
        <source>step %1 / %2</source>
        <translation>шаг %1 / %2</translation>
    </message>
    <message>
        <source>current</source>
        <translation>текущий</translation>
    </message>
    <message>
        <source>done</source>
        <translation>выполнен</translation>
    </message>
    <message>
        <source>ahead</source>
        <translation>впереди</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 за %2</translation>
    </message>
</context>
<context>
    <name>sidelight::views::PassStrip</name>
    <message>
        <source>Passes</source>
        <translation>Проходы</translation>
    </message>
    <message>
        <source>Changes done, of all passes</source>
        <translation>Сделано изменений из всех проходов</translation>
    </message>
</context>
<context>
    <name>sidelight::views::StartPage</name>
    <message>
        <source>Start</source>
        <translation>Начало</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Примеры</translation>
    </message>
    <message>
        <source>Opened before</source>
        <translation>Открывались раньше</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Открыть модель</translation>
    </message>
    <message>
        <source>Drop a .pt2 or .onnx file here

A .pt2 is made in Python by</source>
        <translation>Перетащите сюда файл .pt2 или .onnx

Файл .pt2 создаётся в Python так:</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Открыть…</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>Открыть %1</translation>
    </message>
</context>
</TS>
