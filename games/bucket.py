"""How fast one connection, or one program, may speak."""


class TokenBucket:
    """`size` messages at once, then `rate` a second. Times are seconds of any steady clock."""

    def __init__(self, size: float, rate: float, now: float) -> None:
        self.size = size
        self.rate = rate
        self.tokens = size
        self.filled_at = now

    def take(self, now: float) -> bool:
        """Whether one more message is allowed at `now`."""
        self.tokens = min(self.size, self.tokens + max(0.0, now - self.filled_at) * self.rate)
        self.filled_at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds from the last `take` until one more is allowed."""
        return max(0.0, 1 - self.tokens) / self.rate
