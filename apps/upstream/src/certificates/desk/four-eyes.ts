import type { Db } from '#platform/db/open.ts'

/** Returns the reason why the laboratory lets one person prepare and approve; `null` while it requires two. */
export async function readFourEyesOffReason(db: Db): Promise<string | null> {
  const rows = await db
    .selectFrom('site_settings')
    .select(['name', 'value'])
    .where('name', 'in', ['fourEyesOff', 'fourEyesReason'])
    .execute()
  const parseStored = (member: string) =>
    JSON.parse(rows.find(({ name }) => name === member)?.value ?? 'null') as unknown
  return parseStored('fourEyesOff') === true ? String(parseStored('fourEyesReason') ?? '') : null
}
