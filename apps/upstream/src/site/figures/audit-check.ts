import { type AuditFault, describeAuditFault } from '@portal/contract/audit/audit-rules.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { OwnerAlarm } from '#accounts/people/owner-alarm.ts'
import { advanceAuditMark, readAuditMark } from '#log/audit/audit-mark.ts'
import {
  type ChainOptions,
  type ChainState,
  type CheckedChain,
  checkChain,
  checkNewEntries,
} from '#log/audit/chain-check.ts'
import { appendAuditHead } from '#log/audit-heads.ts'
import { findEventFault } from '#orders/event-check.ts'
import { AppError } from '#platform/errors.ts'
import type { HealthMarks } from '#platform/figures/health-marks.ts'

interface Options extends ChainOptions {
  marks: HealthMarks
  now: () => number
  alarm: OwnerAlarm
  /** Reports a fault to the log of the process. */
  onError: (what: string) => (error: Error) => void
}

/** Result of a finished check of the chain. */
export interface AuditCheck extends ChainState {
  at: number
  /** Nickname of the person who requested it; `null`: the daily check. */
  by: string | null
}

export type AuditChecker = ReturnType<typeof createAuditCheck>

/**
 * Checks the whole chain of the audit log once a day and on demand, which takes seconds for a large one. New entries
 * are checked every few minutes.
 */
export function createAuditCheck(options: Options) {
  const { db, digest, markStore, marks, now } = options
  let running: Promise<CheckedChain> | null = null
  /** Time of the last check by this process, or of its start. The time in the database may be altered as well. */
  let checkedAt = now()

  async function checkAll(): Promise<CheckedChain> {
    const chain = await checkChain({ db, digest, markStore })
    return { ...chain, fault: chain.fault ?? (await findEventFault(db)) }
  }

  /** Checks the chain, and the custody chains by it. Concurrent calls share one check. */
  async function check(by: string | null): Promise<AuditCheck & Pick<CheckedChain, 'newest'>> {
    running ??= checkAll().finally(() => {
      running = null
    })
    const { newest, ...state } = await running
    checkedAt = now()
    const before = await readLatest()
    const at = await marks.set('audit.checked', JSON.stringify({ ...state, by }))
    if (newest) await advanceAuditMark(markStore, newest)
    if (state.fault && !isSame(state.fault, before?.fault)) await soundAlarm(state.fault, state.entries)
    return { ...state, newest, by, at }
  }

  async function soundAlarm(fault: AuditFault, entries: number): Promise<void> {
    const text = describeAuditFault(fault, entries)
    options.onError('the audit log does not fit')(new Error(`${fault.kind} ${fault.at}, ${entries} entries checked`))
    await options.alarm({ subject: '操作记录校验未通过', text: `操作记录校验未通过：${text}详见“操作记录”页面。` })
  }

  async function readLatest(): Promise<AuditCheck | null> {
    const mark = (await marks.readAll())['audit.checked']
    const state = mark && (JSON.parse(mark.detail) as Omit<AuditCheck, 'at'>)
    return state ? { ...state, at: mark?.at ?? 0 } : null
  }

  /** Checks the entries since the last check. @returns whether they match */
  async function checkNew(): Promise<boolean> {
    const mark = await readAuditMark(markStore)
    if (!mark) return false
    const { newest } = await checkNewEntries({ db, digest }, mark)
    if (newest) await advanceAuditMark(markStore, newest)
    return newest !== null
  }

  /** Appends the end of the audit log to the public log, where it cannot be changed. */
  async function publish(): Promise<void> {
    const mark = await readAuditMark(markStore)
    if (!mark) return
    const head = { day: toWireDate(now()), entries: mark.entries, head: mark.hash }
    await db
      .transaction()
      .execute((trx) => appendAuditHead(trx, head, { digest, now }))
      .catch((error: Error) => {
        // A stopped public log accepts no entry; the next check tries again.
        if (!(error instanceof AppError)) throw error
      })
  }

  return {
    check,
    readLatest,

    async sweep(): Promise<void> {
      const last = await readLatest()
      const isDue = !last || last.at > now() || now() - Math.min(last.at, checkedAt) >= DAY_MS
      // After a fault the whole log is checked each time, because an operator may have accepted it.
      if (!isDue && fits(last) && (await checkNew())) return
      if (fits(await check(null))) await publish()
    },
  }
}

/** Whether the chain of the audit log has no fault. That of a custody chain stays, because nothing mends an event. */
const fits = ({ fault }: ChainState) => fault === null || fault.kind === 'event' || fault.kind === 'lostEvent'

const isSame = (one: AuditFault, other: AuditFault | null | undefined) =>
  other?.kind === one.kind && other.at === one.at
