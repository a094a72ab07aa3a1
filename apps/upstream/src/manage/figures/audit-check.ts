import { DAY_MS } from '@portal/contract/constants.ts'
import type { Db } from '#db/open.ts'
import { type ChainState, checkChain } from '#manage/audit-log.ts'
import type { HealthMarks } from './health-marks.ts'

interface Options {
  db: Db
  marks: HealthMarks
  now: () => number
}

/** A finished check of the chain. */
export interface AuditCheck extends ChainState {
  at: number
  /** Nickname of who asked for it; `null`: the daily check. */
  by: string | null
}

/** Checks the chain of the audit log once a day, and on demand: reading the whole of a large one takes seconds. */
export function createAuditCheck({ db, marks, now }: Options) {
  let running: Promise<ChainState> | null = null

  /** Requests at once share one check. */
  async function check(by: string | null): Promise<AuditCheck> {
    running ??= checkChain(db).finally(() => {
      running = null
    })
    const state = await running
    await marks.set('audit.checked', JSON.stringify({ ...state, by }))
    return { ...state, by, at: now() }
  }

  async function latest(): Promise<AuditCheck | null> {
    const mark = (await marks.all())['audit.checked']
    // Marks of earlier releases have another form: the log is checked again.
    if (!mark?.detail.startsWith('{')) return null
    return { ...(JSON.parse(mark.detail) as Omit<AuditCheck, 'at'>), at: mark.at }
  }

  return {
    check,
    latest,

    async sweep(): Promise<void> {
      const last = await latest()
      if (!last || now() - last.at >= DAY_MS) await check(null)
    },
  }
}
