import {
  createWorkingClock,
  DEFAULT_HOURS,
  type OpeningHours,
  type WorkingClock,
} from '@portal/contract/site/working-time.ts'
import { ANSWER_WORKING_DAYS } from '@portal/contract/tickets/ticket-rules.ts'
import type { Db } from '#platform/db/open.ts'

/** Settings that contain the opening hours. */
const HOURS_MEMBERS = ['weekHours', 'specialDays'] as const

/** Creates the clock of the laboratory's working time, by its own opening hours once they are set. */
export async function readWorkingTime(db: Db): Promise<WorkingClock> {
  const rows = await db
    .selectFrom('site_settings')
    .select(['name', 'value'])
    .where('name', 'in', HOURS_MEMBERS)
    .execute()
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
  return createWorkingClock({ ...DEFAULT_HOURS, ...(dropUnset(stored) as Partial<OpeningHours>) })
}

const dropUnset = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => Array.isArray(value)))

export const computeAllowedMs = (time: WorkingClock) => ANSWER_WORKING_DAYS * time.dayMs
