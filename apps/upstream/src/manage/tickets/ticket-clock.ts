import { ANSWER_WORKING_DAYS } from '@portal/contract/manage/ticket-rules.ts'
import { DEFAULT_HOURS, type OpeningHours, type WorkingTime, workingTime } from '@portal/contract/working-time.ts'
import type { Db } from '#db/open.ts'

/** Name of the setting with the opening hours, as `OpeningHours`. */
const HOURS_SETTING = 'hours'

/** The working time of the laboratory: by its own opening hours once they are set. */
export async function readWorkingTime(db: Db): Promise<WorkingTime> {
  const row = await db.selectFrom('site_settings').select('value').where('name', '=', HOURS_SETTING).executeTakeFirst()
  return workingTime(row ? hoursOf(row.value) : DEFAULT_HOURS)
}

function hoursOf(json: string): OpeningHours {
  const value = JSON.parse(json) as Partial<OpeningHours> | null
  const isWhole = Array.isArray(value?.week) && value.week.length === DEFAULT_HOURS.week.length
  if (!isWhole) return DEFAULT_HOURS
  return { week: value.week ?? [], closed: value.closed ?? [], extra: value.extra ?? [] }
}

export const allowedMs = (time: WorkingTime) => ANSWER_WORKING_DAYS * time.dayMs
