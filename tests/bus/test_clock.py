from interlock.bus.clock import SystemClock

MS = 1_000_000


class Hands:
    """Two clocks that a test moves, in ms."""

    def __init__(self, wall: int, steady: int) -> None:
        self.wall = wall
        self.steady = steady

    def clock(self) -> SystemClock:
        return SystemClock(lambda: self.wall * MS, lambda: self.steady * MS)

    def move(self, wall: int, steady: int) -> None:
        self.wall += wall
        self.steady += steady


def test_it_tells_the_wall_time_and_follows_it_forwards():
    hands = Hands(wall=1_000_000, steady=5)
    clock = hands.clock()
    told = [clock.now()]
    hands.move(wall=10, steady=10)
    told.append(clock.now())
    hands.move(wall=60_000, steady=0)  # the machine slept, or somebody set the clock
    told.append(clock.now())
    assert told == [1_000_000, 1_000_010, 1_060_010]


def test_when_the_wall_clock_is_set_back_time_goes_on_from_where_it_was():
    hands = Hands(wall=1_000_000, steady=5)
    clock = hands.clock()
    hands.move(wall=-500_000, steady=0)
    told = [clock.now()]
    hands.move(wall=250, steady=250)
    told.append(clock.now())
    hands.move(wall=600_000, steady=250)  # corrected again
    told.append(clock.now())
    assert told == [1_000_000, 1_000_250, 1_100_250]


async def test_it_waits():
    clock = SystemClock()
    before = clock.now()
    await clock.sleep(0)
    assert clock.now() >= before
