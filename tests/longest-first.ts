import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Suites that take tens of seconds, the longest first. A late start of one of them would be waited for by everybody. */
const LONG = [
  'tests/e2e/matrix',
  'tests/chat/chaos',
  'tests/scale',
  'tests/e2e/member-pages',
  'tests/e2e/writing',
  'tests/e2e/chat',
  'tests/e2e/pages',
  'tests/e2e/other-logins',
  'tests/chat/flood',
  'tests/e2e/community',
  'certificates/guessing',
  'routes/certificate-routes',
  'db/durability',
]

function rank({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.includes(name))
  return place < 0 ? LONG.length : place
}

/** Starts long suites first; the others in vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
