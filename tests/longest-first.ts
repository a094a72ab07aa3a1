import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Suites that take tens of seconds, the longest first. A late start of one of them would be waited for by everybody. */
const LONG = [
  'tests/e2e/matrix',
  // These two wait most of their time, beside the one that does not.
  'tests/chat/chaos',
  'tests/scale/rolling-restart',
  'tests/e2e/member-pages',
  'db/durability',
  'tests/e2e/chat',
  'certificates/guessing',
  'tests/e2e/account',
  'tests/e2e/writing',
  'routes/certificate-routes',
  'tests/e2e/community',
  'tests/chat/flood',
]

function rank({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.includes(name))
  return place < 0 ? LONG.length : place
}

/** Starts long suites first; the others in vitest's own order, project by project: browsers, Node, web. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
