import { readNumberList } from '@portal/contract/lists.ts'
import {
  MEMBER_GROUPS,
  type OtherSites,
  SITE_GROUPS,
  type SiteChange,
  type SiteGroup,
  type SiteSettings,
} from '@portal/contract/site/site-settings.ts'
import type { Db } from '#platform/db/open.ts'

/** One changed member of a version, as it is stored. */
export interface StoredChange {
  member: string
  before: unknown
  after: unknown
}

/** Values of members by name; `null` for unset ones. */
export type MemberValues = Record<string, unknown>

/** Stored in a table of its own. */
const NAVIGATION = 'navigation'

/** Reads every member of the settings. */
export async function readMembers(db: Db): Promise<MemberValues> {
  const rows = await db.selectFrom('site_settings').select(['name', 'value']).execute()
  const stored = new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
  const members = Object.fromEntries([...MEMBER_GROUPS.keys()].map((name) => [name, emptyToNull(stored.get(name))]))
  // Earlier values are texts, as in other upstreams.
  const showList = readNumberList(stored.get('showList') as string | number[] | null)
  return { ...members, showList, [NAVIGATION]: await readNavigation(db) }
}

/** Converts an empty text to no value. */
function emptyToNull(value: unknown): unknown {
  return value === undefined || value === '' ? null : value
}

export function toSettings(members: MemberValues): SiteSettings {
  const groups = (Object.keys(SITE_GROUPS) as SiteGroup[]).map((group) => [
    group,
    Object.fromEntries(Object.keys(SITE_GROUPS[group]).map((name) => [name, members[name] ?? null])),
  ])
  return Object.fromEntries(groups) as SiteSettings
}

/** Converts a change to its members by name. */
export function toMembers(change: SiteChange): MemberValues {
  return Object.assign({}, ...Object.values(change)) as MemberValues
}

export function toChange(members: MemberValues): SiteChange {
  const change: Partial<Record<SiteGroup, MemberValues>> = {}
  for (const [name, value] of Object.entries(members)) {
    const group = MEMBER_GROUPS.get(name)
    if (group) change[group] = { ...change[group], [name]: value }
  }
  return change as SiteChange
}

export async function writeMember(trx: Db, name: string, value: unknown): Promise<void> {
  if (name === NAVIGATION) return await writeNavigation(trx, (value ?? []) as OtherSites[])
  await trx.deleteFrom('site_settings').where('name', '=', name).execute()
  if (value === null) return
  await trx
    .insertInto('site_settings')
    .values({ name, value: JSON.stringify(value) })
    .execute()
}

async function readNavigation(db: Db): Promise<OtherSites[] | null> {
  const rows = await db
    .selectFrom('navigation_sites')
    .select(['group_name', 'group_position', 'name', 'url', 'info'])
    .orderBy('group_position')
    .orderBy('position')
    .execute()
  const groups = new Map<number, OtherSites>()
  for (const { group_name, group_position, name, url, info } of rows) {
    const group = groups.get(group_position) ?? { title: group_name, sites: [] }
    group.sites.push({ name, url, info: info ?? '' })
    groups.set(group_position, group)
  }
  return groups.size > 0 ? [...groups.values()] : null
}

async function writeNavigation(trx: Db, groups: readonly OtherSites[]): Promise<void> {
  await trx.deleteFrom('navigation_sites').execute()
  const rows = groups.flatMap(({ title, sites }, groupAt) =>
    sites.map(({ name, url, info }, at) => ({
      group_name: title,
      group_position: groupAt + 1,
      position: at + 1,
      name,
      url,
      info: info || null,
    })),
  )
  if (rows.length > 0) await trx.insertInto('navigation_sites').values(rows).execute()
}
