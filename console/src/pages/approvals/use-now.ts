/** The time, to the second, while somebody looks at it. */
import { useEffect, useState } from 'react';

const tickMs = 1_000;

export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
