import {
  createWorkingClock,
  DEFAULT_HOURS,
  type OpeningHours,
  type WorkingClock,
} from '@portal/contract/site/working-time.ts'
import { ANSWER_WORKING_DAYS } from '@portal/contract/tickets/ticket-rules.ts'
import type { Db } from '#platform/db/open.ts'

const CLOCK_MEMBERS = ['weekHours', 'specialDays', 'answerDays'] as const

/** Creates the clock of the laboratory's working time, by its own opening hours once they are set. */
export const readWorkingTime = async (db: Db): Promise<WorkingClock> => (await readAnswerClock(db)).time

/** Reads the working time, and how much of it a first answer may take: the days that the site promises, if it promises any. */
export async function readAnswerClock(db: Db): Promise<{ time: WorkingClock; allowedMs: number }> {
  const rows = await db
    .selectFrom('site_settings')
    .select(['name', 'value'])
    .where('name', 'in', CLOCK_MEMBERS)
    .execute()
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
  const { answerDays, ...hours } = dropUnset(stored)
  const time = createWorkingClock({ ...DEFAULT_HOURS, ...(hours as Partial<OpeningHours>) })
  return { time, allowedMs: ((answerDays as number | undefined) ?? ANSWER_WORKING_DAYS) * time.dayMs }
}

const dropUnset = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
