import { DAY_MS } from '@portal/contract/constants.ts'
import { logFaultWords } from '@portal/contract/manage/log-fault-words.ts'
import type { Db } from '#db/open.ts'
import type { Digest } from '#instance-secret.ts'
import type { HealthMarks } from '#manage/figures/health-marks.ts'
import type { OwnerAlarm } from '#manage/owner-alarm.ts'
import { addEntries, checkRoot } from './check-stored-log.ts'
import type { Edge } from './log-edge.ts'
import { LogFault, readStopped, stoppedText } from './log-fault.ts'
import { readLogState } from './log-signer.ts'

export interface LogCheckOptions {
  db: Db
  digest: Digest
  marks: HealthMarks
  now: () => number
  alarm: OwnerAlarm
  /** Receives a fault, for the log of the process. */
  onError: (what: string) => (error: Error) => void
}

/** A check of the whole log. */
interface Checked {
  /** As `stoppedText` writes it; `null`: every entry fits. */
  fault: string | null
  entries: number
}

/**
 * Reads all signed entries once a day, and those since at each pass in between: they have no gap, are sealed, fit their records, and lead
 * to the signed checkpoint. Nothing else finds an entry that was taken away from its number.
 */
export function createLogCheck({ db, digest, marks, now, alarm, onError }: LogCheckOptions) {
  /** What was read. The time in the database may be altered as well, so each process reads the whole itself. */
  let edge: Edge = { size: 0, levels: [] }
  let wholeAt = 0
  /** Records of entries that have a later one of their number. Entries never change. */
  const followed = new Set<number>()
  let running: Promise<void> | undefined
  let isClosed = false

  async function check(): Promise<void> {
    const { signed_size, checkpoint } = await readLogState(db)
    if (checkpoint === null) return
    const isWhole = now() < wholeAt || now() - wholeAt >= DAY_MS || signed_size < edge.size
    if (isWhole) edge = { size: 0, levels: [] }
    const fault = await read(signed_size, checkpoint)
    if (isClosed) return
    if (!fault && !isWhole) return
    wholeAt = fault ? 0 : now()
    const before = await readChecked(marks)
    const found = fault ? stoppedText(fault) : null
    await marks.set('log.checked', JSON.stringify({ fault: found, entries: signed_size } satisfies Checked))
    if (!fault) return
    onError('the public log does not fit')(new Error(stoppedText(fault)))
    if (found !== before?.fault) await sound(fault)
  }

  /** @returns what does not fit */
  async function read(size: number, checkpoint: string): Promise<LogFault | undefined> {
    try {
      for await (const entries of addEntries(db, digest, edge, size)) {
        for (const { before } of entries) if (before !== null) followed.add(before)
        if (isClosed) return undefined
      }
      checkRoot(edge, checkpoint)
      return undefined
    } catch (error) {
      if (error instanceof LogFault) return error
      throw error
    }
  }

  async function sound({ kind, detail }: LogFault): Promise<void> {
    const subject = '公开日志校验未通过'
    const text = `${subject}：${logFaultWords(kind, detail)}。数据库可能被人绕过网站改动，处理方法见运维手册“公开日志”。`
    await alarm({ subject, text })
  }

  return {
    /** Whether a later entry was read than that of a record, of the same number. */
    isFollowed: (recordId: number): boolean => followed.has(recordId),

    /** Requests at once share one check. */
    async sweep(): Promise<void> {
      running ??= check().finally(() => {
        running = undefined
      })
      await running
    },

    /** Ends after the present piece. */
    async close(): Promise<void> {
      isClosed = true
      await running?.catch(() => {})
    },
  }
}

/** The last check of the whole log, by any instance. */
export async function latestLogCheck(marks: HealthMarks) {
  const checked = await readChecked(marks)
  return checked && { ...checked, fault: checked.fault === null ? null : readStopped(checked.fault) }
}

async function readChecked(marks: HealthMarks): Promise<(Checked & { at: number }) | undefined> {
  const mark = (await marks.all())['log.checked']
  return mark && { ...(JSON.parse(mark.detail) as Checked), at: mark.at }
}
