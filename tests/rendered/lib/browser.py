"""Chromium without a window, driven by chromedriver: the WebDriver protocol is JSON over HTTP."""

import json
import os
import re
import shutil
import signal
import subprocess
import urllib.error
import urllib.request

PROGRAMS = ("chromium", "chromedriver")
# Nothing of its own may reach for the network, nor ask anything: the log shows what the page does.
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-dev-shm-usage", "--window-size=1280,900")
# It begins with an empty page instead of its own, which takes longer to load than any of ours.
BEGINNING = {"session.restore_on_startup": 4, "session.startup_urls": ["about:blank"]}
# By the clock: a busy machine needs seconds to start a browser, but no minutes.
PATIENCE = 60


def missing_programs():
    return [program for program in PROGRAMS if not shutil.which(program)]


class Browser:
    """One session with a profile of its own, in `folder`. To be used in a with statement."""

    def __init__(self, folder):
        # A group of its own, so that no child of it is left behind, whatever happens.
        self._driver = subprocess.Popen([shutil.which("chromedriver"), "--port=0"], text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        start_new_session=True)
        self._session = ""
        try:
            self._root = f"http://127.0.0.1:{self._port()}/session"
            self._session = "/" + self._call("POST", "", capabilities(folder))["sessionId"]
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        try:
            if self._session:
                self._call("DELETE", self._session)
        finally:
            # Chromium may have left the group's leader behind, or been left by it.
            try:
                os.killpg(self._driver.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self._driver.wait()
            self._driver.stdout.close()

    def open(self, url):
        self._call("POST", f"{self._session}/url", {"url": url})

    def run(self, script, *arguments):
        """What the script, the body of a function, returns; awaited if it is a promise."""
        words = {"script": script, "args": list(arguments)}
        return self._call("POST", f"{self._session}/execute/sync", words)

    def click(self, selector):
        words = {"using": "css selector", "value": selector}
        element = self._call("POST", f"{self._session}/element", words)
        self._call("POST", f"{self._session}/element/{next(iter(element.values()))}/click", {})

    def ask(self, command, **parameters):
        """A command of Chromium's own protocol for developer tools."""
        words = {"cmd": command, "params": parameters}
        return self._call("POST", f"{self._session}/goog/cdp/execute", words)

    def complaints(self):
        """What has come to the console since the last call."""
        log = self._call("POST", f"{self._session}/se/log", {"type": "browser"})
        return [f"{entry['level']}: {entry['message']}" for entry in log]

    def requests(self):
        """Every address that was asked for since the last call."""
        log = self._call("POST", f"{self._session}/se/log", {"type": "performance"})
        events = (json.loads(entry["message"])["message"] for entry in log)
        return [event["params"]["request"]["url"] for event in events
                if event["method"] == "Network.requestWillBeSent"]

    def _port(self):
        for line in self._driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                return found[1]
        raise RuntimeError("chromedriver ended before it had a port")

    def _call(self, method, path, words=None):
        data = None if words is None else json.dumps(words).encode()
        request = urllib.request.Request(self._root + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        # Not through a proxy that the environment may name.
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with direct.open(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            said = json.load(error)["value"]
            raise RuntimeError(f"{path}: {said['error']}: {said['message']}") from None


def capabilities(folder):
    flags = [*FLAGS, f"--user-data-dir={folder}"]
    return {"capabilities": {"alwaysMatch": {
        "browserName": "chrome",
        "goog:chromeOptions": {"binary": shutil.which("chromium"), "args": flags,
                               "prefs": BEGINNING},
        "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
    }}}
