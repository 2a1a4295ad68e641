# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium spoken to over a pair of pipes with its DevTools protocol: messages are JSON, each ended by a zero byte."""
import json
import os
import subprocess
import tempfile
import time
import urllib.error
import urllib.request


class Chromium:
    """Starts a local web server and the browser together; ends both when left."""

    def __init__(self, program: str, server: list[str]) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._server = subprocess.Popen(server, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        command_read, self._commands = os.pipe()
        self._answers, answer_write = os.pipe()
        # Chromium reads commands from descriptor 3 and writes answers to descriptor 4.
        script = f'exec "$@" 3<&{command_read} 4>&{answer_write}'
        self._browser = subprocess.Popen(
            ["bash", "-c", script, "bash", program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             f"--user-data-dir={self._profile.name}", "--no-first-run",
             "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
            pass_fds=(command_read, answer_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(command_read)
        os.close(answer_write)
        self._buffer = b""
        self._number = 0

    def __enter__(self) -> "Chromium":
        return self

    def __exit__(self, *_) -> None:
        for process in (self._browser, self._server):
            process.terminate()
        for process in (self._browser, self._server):
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        os.close(self._commands)
        os.close(self._answers)
        self._profile.cleanup()

    def wait_for(self, address: str, condition: str, seconds: float) -> None:
        """Opens the page and waits until the JavaScript condition holds."""
        deadline = time.monotonic() + seconds
        self._wait_for_server(address, deadline)
        target = self._call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self._call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        cookie = {"name": "consent", "value": str(int(time.time() * 1000)), "url": address}
        self._call("Network.setCookie", cookie, session)
        self._call("Page.navigate", {"url": address}, session)
        while time.monotonic() < deadline:
            answer = self._call("Runtime.evaluate", {"expression": f"!!({condition})", "returnByValue": True}, session)
            if answer.get("result", {}).get("value") is True:
                return
            time.sleep(0.02)
        raise TimeoutError(f"{address} did not show its graph in {seconds} s")

    @staticmethod
    def _wait_for_server(address: str, deadline: float) -> None:
        while True:
            try:
                urllib.request.urlopen(address, timeout=5).close()
                return
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def _call(self, method: str, parameters: dict, session: str | None = None) -> dict:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def _receive(self) -> dict:
        while b"\0" not in self._buffer:
            piece = os.read(self._answers, 65536)
            if not piece:
                raise ConnectionError("the browser has ended")
            self._buffer += piece
        message, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(message)
