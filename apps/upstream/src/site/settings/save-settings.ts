import type { AuditChange } from '@portal/contract/audit/audit.ts'
import { findSiteFaults, normaliseText } from '@portal/contract/site/site-rules.ts'
import { EDITORS_SITE_GROUPS, MEMBER_GROUPS } from '@portal/contract/site/site-settings.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput, lacksDuty, savedMeanwhile, siteVersionGone } from '#platform/errors.ts'
import {
  type MemberValues,
  readMembers,
  type StoredChange,
  toChange,
  toSettings,
  writeMember,
} from '#platform/settings/site-settings.ts'

/** Maximum number of stored versions. */
const KEPT_VERSIONS = 2000
/** Maximum length of a value in the audit log, in characters. */
const AUDIT_TEXT_MAX = 500
/** Member at which a fault of two members together is reported. */
const JOINT: Readonly<Record<string, string>> = {
  bulletinFrom: 'bulletinUntil',
  lanternFrom: 'lanternUntil',
  fourEyesOff: 'fourEyesReason',
}

/** Lists that staff may set to nothing; every other empty list is stored as not set. */
const KEPT_EMPTY: readonly string[] = ['showList', 'headerMenu', 'footerLinks']

export interface SaveRequest {
  /** The version that the values are based on. */
  version: number
  /** New values by member. */
  members: MemberValues
  /** `null`: the operator's command. */
  actorId: string | null
  at: number
  restoredTo?: number
}

export interface SavedSettings {
  version: number
  changes: StoredChange[]
}

/**
 * Checks that an account may change these members: editors change the front page and the menus.
 * @throws AppError 403 for another member when the caller is no owner
 */
export function checkSiteDuty({ duties }: Pick<SessionAccount, 'duties'>, members: MemberValues): void {
  const isForEditors = Object.keys(members).every((member) => {
    const group = MEMBER_GROUPS.get(member)
    return group !== undefined && EDITORS_SITE_GROUPS.includes(group)
  })
  if (!isForEditors && !duties.includes('owner')) throw lacksDuty()
}

/** Reads the newest version. In a transaction it also locks it against other writers. */
async function lockHead(trx: Db): Promise<number> {
  const { version } = await trx
    .updateTable('site_head')
    .set((eb) => ({ version: eb.ref('version') }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/**
 * Stores the members that differ, as one version. Members that another person has changed since `version` are refused,
 * unless to the same value; all others are merged.
 * @throws AppError 409 with the stored values; 400 with the first fault
 */
export async function saveSettings(trx: Db, request: SaveRequest): Promise<SavedSettings> {
  const head = await lockHead(trx)
  const { version, actorId, at, restoredTo = null } = request
  const current = await readMembers(trx)
  const wantedMembers = listWantedChanges(current, request.members)
  if (wantedMembers.length === 0) return { version: head, changes: [] }
  const changed = await findChangedSince(trx, version, head)
  if (wantedMembers.some(({ member }) => changed === 'unknown' || changed.has(member))) {
    throw savedMeanwhile({ ...(await readStamp(trx)), settings: toSettings(current) })
  }
  checkChanges(current, wantedMembers, at)
  for (const { member, after } of wantedMembers) await writeMember(trx, member, after)
  return { version: await addVersion(trx, head, { at, actorId, restoredTo }, wantedMembers), changes: wantedMembers }
}

/**
 * Stores a version of changes that were made in another way, e.g. with the demo content.
 * @param before the previous members
 */
export async function recordSettings(
  trx: Db,
  before: MemberValues,
  by: Pick<SaveRequest, 'actorId' | 'at'>,
): Promise<void> {
  const head = await lockHead(trx)
  const changes = Object.entries(await readMembers(trx))
    .map(([member, after]) => ({ member, before: before[member] ?? null, after: after ?? null }))
    .filter(({ before, after }) => !isSame(before, after))
  if (changes.length > 0) await addVersion(trx, head, { ...by, restoredTo: null }, changes)
}

/** Stores a version. @returns its number */
async function addVersion(
  trx: Db,
  head: number,
  { at, actorId, restoredTo }: Pick<SaveRequest, 'actorId' | 'at'> & { restoredTo: number | null },
  changes: readonly StoredChange[],
): Promise<number> {
  const next = head + 1
  await trx.updateTable('site_head').set({ version: next }).execute()
  await trx
    .insertInto('site_versions')
    .values({ version: next, at, actor_id: actorId, restored_to: restoredTo, changes: JSON.stringify(changes) })
    .execute()
  await trx
    .deleteFrom('site_versions')
    .where('version', '<=', next - KEPT_VERSIONS)
    .execute()
  return next
}

/** Computes the members of version `to`. @throws AppError when the history does not reach back so far */
export async function computeMembersAt(trx: Db, to: number): Promise<MemberValues> {
  const head = await lockHead(trx)
  const rows = await trx
    .selectFrom('site_versions')
    .select('changes')
    .where('version', '>', to)
    .orderBy('version', 'desc')
    .execute()
  if (to > head || rows.length !== head - to) throw siteVersionGone()
  const members: MemberValues = {}
  for (const { changes } of rows) {
    for (const { member, before } of JSON.parse(changes) as StoredChange[]) members[member] = before
  }
  return members
}

/** Reads the newest version, its author and time. */
export async function readStamp(db: Db) {
  const { version } = await db.selectFrom('site_head').select('version').executeTakeFirstOrThrow()
  const row = await db
    .selectFrom('site_versions')
    .leftJoin('users', 'users.id', 'site_versions.actor_id')
    .select(['site_versions.at', 'users.nickname'])
    .where('site_versions.version', '=', version)
    .executeTakeFirst()
  return { version, savedAt: row ? toWireDateTime(row.at) : null, savedBy: row?.nickname ?? null }
}

async function findChangedSince(trx: Db, version: number, head: number): Promise<Set<string> | 'unknown'> {
  if (version === head) return new Set()
  const rows = await trx.selectFrom('site_versions').select('changes').where('version', '>', version).execute()
  if (version > head || rows.length !== head - version) return 'unknown'
  return new Set(rows.flatMap(({ changes }) => (JSON.parse(changes) as StoredChange[]).map(({ member }) => member)))
}

/** Lists the members that differ from the stored ones, normalised. */
export function listWantedChanges(current: MemberValues, members: MemberValues): StoredChange[] {
  return Object.entries(members)
    .map(([member, value]) => ({ member, before: current[member] ?? null, after: normaliseValue(member, value) }))
    .filter(({ before, after }) => !isSame(before, after))
}

/** @throws AppError with the first fault of a changed member */
export function checkChanges(current: MemberValues, wantedMembers: readonly StoredChange[], nowMs: number): void {
  const groups = new Set(wantedMembers.map(({ member }) => MEMBER_GROUPS.get(member)))
  const next = { ...current, ...Object.fromEntries(wantedMembers.map(({ member, after }) => [member, after])) }
  const changedMembers = Object.entries(next).filter(([member]) => groups.has(MEMBER_GROUPS.get(member)))
  const faults = findSiteFaults(toChange(Object.fromEntries(changedMembers)), nowMs)
  for (const { member } of wantedMembers) {
    const fault = faults[member] ?? faults[JOINT[member] ?? '']
    if (fault) throw badInput(fault)
  }
}

function normaliseValue(member: string, value: unknown): unknown {
  const normalised = typeof value === 'string' ? normaliseText(member, value) : value
  const isEmpty =
    normalised === '' ||
    normalised === undefined ||
    (Array.isArray(normalised) && normalised.length === 0 && !KEPT_EMPTY.includes(member))
  return isEmpty ? null : normalised
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Converts the changes to the form of the audit log. */
export function toAuditChanges(changes: readonly StoredChange[]): AuditChange[] {
  return changes.map(({ member, before, after }) => ({
    member,
    before: toAuditText(before),
    after: toAuditText(after),
  }))
}

function toAuditText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > AUDIT_TEXT_MAX ? `${text.slice(0, AUDIT_TEXT_MAX)}…` : text
}
