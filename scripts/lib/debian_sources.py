"""Debian's source packages, fetched with a configuration of apt that is not the machine's."""

import re
from pathlib import Path

from lib.commands import Failed, execute


class Apt:
    """apt with folders of its own; of the machine's configuration only the mirrors are taken."""

    def __init__(self, home, say, limit):
        self.home, self.say, self.limit = home / "apt", say, limit
        self.fetched = home / "fetched"
        self.options = ["-q", "-o", "Dir::Etc::sourcelist=/dev/null", "-o", "APT::Sandbox::User=root",
                        "-o", f"Dir::Etc::sourceparts={self.home}/sources",
                        "-o", f"Dir::State::lists={self.home}/lists",
                        "-o", f"Dir::Cache={self.home}/cache"]

    def prepare(self):
        for folder in ("sources", "lists/partial", "cache/archives/partial"):
            (self.home / folder).mkdir(parents=True, exist_ok=True)
        machine = Path("/etc/apt")
        for file in machine.glob("sources.list.d/*.sources"):
            text = re.sub(r"(?m)^Types:.*$", "Types: deb-src", file.read_text())
            (self.home / "sources" / file.name).write_text(text)
        for file in [machine / "sources.list", *machine.glob("sources.list.d/*.list")]:
            if file.exists():
                lines = [re.sub(r"^deb\s", "deb-src ", line)
                         for line in file.read_text().splitlines() if line.startswith("deb ")]
                (self.home / "sources" / file.name).with_suffix(".list").write_text(
                    "\n".join(lines) + "\n")
        if execute(["apt-get", *self.options, "update"], self.home / "update.log", self.home,
                   limit=self.limit) != 0:
            raise Failed(f"no lists of sources ({self.home}/update.log)")
        (self.home / "complete").touch()

    def fetch(self, package):
        """The package's description file, with everything it names beside it."""
        folder = self.fetched / package
        done = folder / "complete"
        if not done.exists():
            if not (self.home / "complete").exists():
                self.say("fetching the lists of sources")
                self.prepare()
            self.say(f"{package}: fetching")
            folder.mkdir(parents=True, exist_ok=True)
            if execute(["apt-get", *self.options, "source", "--only-source", "--download-only",
                        package], folder / "fetch.log", folder, limit=self.limit) != 0:
                raise Failed(f"cannot be fetched ({folder}/fetch.log)")
            done.touch()
        return next(folder.glob("*.dsc"))
