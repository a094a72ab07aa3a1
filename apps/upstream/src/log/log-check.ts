import { setImmediate } from 'node:timers/promises'
import { DAY_MS } from '@portal/contract/constants.ts'
import { describeLogFault } from '@portal/contract/log/log-fault-words.ts'
import type { OwnerAlarm } from '#accounts/people/owner-alarm.ts'
import type { Db } from '#platform/db/open.ts'
import type { HealthMarks } from '#platform/figures/health-marks.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { checkRoot } from './check-stored-log.ts'
import { checkEntries } from './entry-check.ts'
import { addLeaf, type Edge } from './log-edge.ts'
import { formatFault, LogFault, readStopped } from './log-fault.ts'
import { hashLeaf } from './log-hashing.ts'
import { readLogState } from './log-signer.ts'

export interface LogCheckOptions {
  db: Db
  digest: Digest
  marks: HealthMarks
  now: () => number
  alarm: OwnerAlarm
  /** Reports a fault to the log of the process. */
  onError: (what: string) => (error: Error) => void
}

/** Entries per query. */
const CHUNK = 1000
/** Maximum faulty entries that an alarm names. */
const NAMED_MAX = 20

/** Result of a check of the whole log. */
interface CheckResult {
  /** Text made by `formatFault`; `null`: every entry matches. */
  fault: string | null
  entries: number
}

/**
 * Reads all signed entries once a day, and new ones at each pass in between. They must have no gap, be sealed, match
 * their records, and lead to the signed checkpoint. Only this check finds an entry that was taken away from its number.
 */
export function createLogCheck({ db, digest, marks, now, alarm, onError }: LogCheckOptions) {
  /**
   * The entries read so far. The time in the database may be altered as well, so each process reads all entries itself.
   */
  let edge: Edge = { size: 0, levels: [] }
  let lastWholeCheckAt = 0
  /** Index of the newest entry of each number that has several, or one whose content was lost. Entries never change. */
  const latest = new Map<string, number>()
  let running: Promise<void> | undefined
  let isClosed = false

  async function check(): Promise<void> {
    const { size, signed_size, checkpoint } = await readLogState(db)
    // The check must continue when an attacker has deleted the checkpoint.
    const target = checkpoint === null ? size : signed_size
    if (target === 0) return
    const isWhole = now() < lastWholeCheckAt || now() - lastWholeCheckAt >= DAY_MS || target < edge.size
    if (isWhole) edge = { size: 0, levels: [] }
    const fault = await read(target, checkpoint)
    if (isClosed) return
    if (!fault && !isWhole) return
    lastWholeCheckAt = fault ? 0 : now()
    const before = await readChecked(marks)
    const faultText = fault ? formatFault(fault) : null
    await marks.set('log.checked', JSON.stringify({ fault: faultText, entries: target } satisfies CheckResult))
    if (!fault) return
    onError('the public log does not fit')(new Error(formatFault(fault)))
    if (faultText !== before?.fault) await soundAlarm(fault)
  }

  /** Checks the entries. @returns the fault, if there is one */
  async function read(size: number, checkpoint: string | null): Promise<LogFault | undefined> {
    const allFaulty: number[] = []
    for (let from = edge.size; from < size; from += CHUNK) {
      const span = { from, count: Math.min(CHUNK, size - from) }
      const { entries, faulty } = await checkEntries(db, digest, span)
      for (const { index, certificateNo, isLater } of entries) if (isLater) latest.set(certificateNo, index)
      allFaulty.push(...faulty)
      // Entries are read to the end, because a fault must not hide later ones.
      if (allFaulty.length === 0) for (const { bytes } of entries) addLeaf(edge, hashLeaf(bytes))
      if (isClosed) return undefined
      await setImmediate()
    }
    if (allFaulty.length > 0) return new LogFault('entry', nameEntries(allFaulty))
    try {
      if (checkpoint !== null) checkRoot(edge, checkpoint)
      return undefined
    } catch (error) {
      if (error instanceof LogFault) return error
      throw error
    }
  }

  async function soundAlarm({ kind, detail }: LogFault): Promise<void> {
    const subject = '公开日志校验未通过'
    const text = `${subject}：${describeLogFault(kind, detail)}。数据库可能被人绕过网站改动，处理方法见运维手册“公开日志”。`
    await alarm({ subject, text })
  }

  return {
    /** Returns the index of the newest entry that was read of a number with several. */
    findLatestRead: (certificateNo: string): number | undefined => latest.get(certificateNo),

    /** Runs a pass. Concurrent calls share one. */
    async sweep(): Promise<void> {
      running ??= check().finally(() => {
        running = undefined
      })
      await running
    },

    /** Ends after the present chunk. */
    async close(): Promise<void> {
      isClosed = true
      await running?.catch(() => {})
    },
  }
}

const nameEntries = (indexes: readonly number[]): string =>
  indexes.slice(0, NAMED_MAX).join(', ') + (indexes.length > NAMED_MAX ? ' …' : '')

/** Reads the last check of the whole log, by any instance. */
export async function readLatestLogCheck(marks: HealthMarks) {
  const checked = await readChecked(marks)
  return checked && { ...checked, fault: checked.fault === null ? null : readStopped(checked.fault) }
}

async function readChecked(marks: HealthMarks): Promise<(CheckResult & { at: number }) | undefined> {
  const mark = (await marks.readAll())['log.checked']
  return mark && { ...(JSON.parse(mark.detail) as CheckResult), at: mark.at }
}
