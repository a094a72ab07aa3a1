import type { Duty } from '@portal/contract/accounts/duties.ts'
import { PAGE_KEYS } from '@portal/contract/articles/standing-pages.ts'
import { type MissingItem, NEEDED_SETTINGS } from '@portal/contract/site/setup.ts'
import type { Db } from '#platform/db/open.ts'
import { readMembers } from '#platform/settings/site-settings.ts'
import { writeOpeningHours } from '#site/shown/shown-settings.ts'

/** Lists what is missing for a complete site, as far as these duties may set it. */
export async function listMissingItems(db: Db, duties: readonly Duty[]): Promise<MissingItem[]> {
  return [...(duties.includes('owner') ? await listMissingSettings(db) : []), ...(await listMissingPages(db))]
}

/** Lists wanted pages that do not exist, or that are still templates. */
async function listMissingPages(db: Db): Promise<MissingItem[]> {
  const rows = await db.selectFrom('standing_pages').select('key').where('is_template', '=', 0).execute()
  const { unwantedPages } = await readMembers(db)
  const complete = new Set<string>([...rows.map(({ key }) => key), ...((unwantedPages ?? []) as string[])])
  return PAGE_KEYS.filter((key) => !complete.has(key)).map((name) => ({ kind: 'page', name }))
}

async function listMissingSettings(db: Db): Promise<MissingItem[]> {
  const rows = await db.selectFrom('site_settings').select(['name', 'value']).execute()
  const stored: Record<string, unknown> = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]))
  const settings: Record<string, unknown> = { ...stored, openingHours: writeOpeningHours(stored) }
  return NEEDED_SETTINGS.filter((name) => !isGiven(settings[name])).map((name) => ({ kind: 'setting', name }))
}

function isGiven(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}
