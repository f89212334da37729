"""The small world that the demo tools act on: in memory, and new with each process."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Report:
    """A report in a folder; ``age`` in days."""

    folder: str
    name: str
    age: int


@dataclass(frozen=True)
class Mail:
    """An e-mail that nobody will ever get."""

    to: str
    subject: str
    body: str


_FOLDERS = ("a", "archive", "b", "c", "drafts")
_AGES = (400, 180, 95, 12)


def first_reports() -> list[Report]:
    """Four reports in each of five folders, three of them older than 90 days."""
    return [
        Report(folder, f"{folder}-{number}.pdf", age)
        for folder in _FOLDERS
        for number, age in enumerate(_AGES, 1)
    ]


@dataclass
class Office:
    """Reports that can be deleted and mail that can be sent."""

    reports: list[Report] = field(default_factory=first_reports)
    outbox: list[Mail] = field(default_factory=list[Mail])

    def in_folder(self, folder: str) -> list[Report]:
        """The reports of one folder, or of all if ``folder`` is empty."""
        return [report for report in self.reports if folder in {"", report.folder}]

    def delete(self, folder: str, older_than: int) -> int:
        """Delete what is older than so many days. Returns how many reports went."""
        going = [report for report in self.in_folder(folder) if report.age > older_than]
        self.reports = [report for report in self.reports if report not in going]
        return len(going)
