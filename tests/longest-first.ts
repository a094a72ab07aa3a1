import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest suites. A suite that starts late prolongs the whole run. */
const LONG = [
  'e2e/matrix',
  'e2e/member-pages',
  'log/log-signer',
  'webhooks/webhook-deliveries',
  'batches/storing',
  'faults/killed-while-checking',
  'reading/file-fuzz',
  'manage/manage-phone',
  'certificates/batch-memory',
  'e2e/five-persons',
  'webhooks/many-events',
  'tests/engines/',
  'tests/e2e/writing',
  'tests/scale/rolling-restart',
  'e2e/chat',
  'tests/chat/chaos',
  'tests/e2e/account',
  'tests/e2e/community',
  'tests/e2e/certificate',
  'certificates/guessing',
  'db/durability',
  'scripts/start',
  'admin/admin-command',
  'import/certificate-import',
  'tests/contract/report',
  'tests/chat/flood',
]

/** Web's suites in Node's environment, which need separate processes: between the others they would end shared ones. */
const APART = ['web/src/app/boot/form-post', 'web/src/app/document/document', 'web/src/app/specification']

function getRank({ moduleId }: TestSpecification): number {
  if (APART.some((name) => moduleId.includes(name))) return LONG.length + 1
  const place = LONG.findIndex((name) => moduleId.includes(name))
  return place < 0 ? LONG.length : place
}

/** Starts long suites first and separate ones last, the others in Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => getRank(one) - getRank(other))
  }
}
