# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A headless Chromium, driven through a pair of pipes: no module beyond the standard ones."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

TIMEOUT_S = 90


class Gone(Exception):
    """The browser ended or does not answer."""


class Chromium:
    """JSON messages, each ended by a zero byte: commands to descriptor 3, answers from 4."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="keybraid-chromium.")
        to_child, self.out = os.pipe()
        self.incoming, from_child = os.pipe()
        script = f"exec 3<&{to_child} 4>&{from_child}; exec \"$0\" \"$@\""
        self.process = subprocess.Popen(
            ["bash", "-c", script, program, "--headless=new", "--remote-debugging-pipe",
             "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--no-first-run", "--font-render-hinting=none", "--disable-extensions",
             f"--user-data-dir={self.profile}", "about:blank"],
            pass_fds=(to_child, from_child), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(from_child)
        self.buffer, self.last_id, self.session, self.events = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        self.call("Page.enable")

    def read(self):
        deadline = time.monotonic() + TIMEOUT_S
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.incoming], [], [], left)[0]:
                raise Gone("no answer")
            piece = os.read(self.incoming, 1 << 20)
            if not piece:
                raise Gone("it ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **params):
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        try:
            os.write(self.out, json.dumps(message).encode() + b"\0")
        except BrokenPipeError:
            raise Gone("it ended") from None
        while True:
            answer = self.read()
            if answer.get("id") == self.last_id:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer.get("method"))

    def open(self, path):
        self.events.clear()
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        while "Page.loadEventFired" not in self.events:
            self.events.append(self.read().get("method"))

    def view(self, width, height, scheme, media=""):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def run(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def screenshot(self, path, clip=None):
        params = {"clip": dict(clip, scale=1)} if clip else {}
        answer = self.call("Page.captureScreenshot", format="png",
                           captureBeyondViewport=True, **params)
        with open(path, "wb") as f:
            f.write(base64.b64decode(answer["data"]))

    def pdf(self, path):
        answer = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=True)
        with open(path, "wb") as f:
            f.write(base64.b64decode(answer["data"]))

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (Gone, OSError, RuntimeError):
            pass
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.incoming)
        shutil.rmtree(self.profile, ignore_errors=True)
