import { DAY_MS } from '@portal/contract/constants.ts'
import type { Db } from '#db/open.ts'
import { createAuditRepository } from '#manage/audit-log.ts'
import type { HealthMarks } from './health-marks.ts'

interface Options {
  db: Db
  marks: HealthMarks
  now: () => number
}

/** Checks the chain of the audit log once a day: reading the whole of a large one takes seconds. */
export function createAuditCheck({ db, marks, now }: Options) {
  return {
    async sweep(): Promise<void> {
      const last = (await marks.all())['audit.checked']
      if (last && now() - last.at < DAY_MS) return
      const broken = await createAuditRepository({ db }).firstBroken()
      await marks.set('audit.checked', broken === null ? '' : String(broken))
    },
  }
}
