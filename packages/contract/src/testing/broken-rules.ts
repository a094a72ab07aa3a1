/**
 * Checks a rule for each of many cases, and goes on after a failure.
 * @param check throws where the rule does not hold
 * @returns the names of the cases that break the rule, each with the first lines of its failure
 */
export async function findBroken<T>(
  cases: Iterable<readonly [name: string, one: T]>,
  check: (one: T, name: string) => Promise<void>,
): Promise<string[]> {
  const broken: string[] = []
  for (const [name, one] of cases) {
    try {
      await check(one, name)
    } catch (error) {
      broken.push(
        `${name}: ${String((error as Error).message)
          .split('\n')
          .slice(0, 12)
          .join(' ')}`,
      )
    }
  }
  return broken
}
