import type { MarkKind } from '@portal/contract/accounts/people-rules.ts'
import type { SignatoryRecord } from '@portal/contract/accounts/signatories.ts'
import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { findMarkRefusal, type LicensedMark } from '@portal/contract/certificates/rules/marks.ts'
import { toWireDate, toWireDateTime } from '@portal/contract/time.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import { toWireOrNull } from './account-facts.ts'

const LISTED_MAX = 200

export interface SignatoryForm {
  title: string
  categories: readonly CertificateCategory[]
  /** First and last day, `yyyy-MM-dd`. */
  validFrom: string
  validTo: string
}

const toRow = ({ title, categories, validFrom, validTo }: SignatoryForm) => ({
  title,
  categories: JSON.stringify(categories),
  valid_from: validFrom,
  valid_to: validTo,
})
const parseCategories = (json: string) => JSON.parse(json) as CertificateCategory[]

/** People who may sign certificates. @param db may be a transaction */
export function createSignatoryRepository({ db, now }: { db: Db; now: () => number }) {
  const records = () =>
    db
      .selectFrom('signatories')
      .innerJoin('users', 'users.id', 'signatories.user_id')
      .leftJoin('signatories as absent', 'absent.id', 'signatories.deputy_of')
      .leftJoin('users as absentee', 'absentee.id', 'absent.user_id')
      .selectAll('signatories')
      .select(['users.nickname', 'users.signing_name'])
      .select((eb) => [
        'absent.user_id as absentId',
        eb.fn.coalesce('absentee.signing_name', 'absentee.nickname').as('absentName'),
        'absent.categories as absentCategories',
        'absent.valid_from as absentFrom',
        'absent.valid_to as absentTo',
        'absent.withdrawn_at as absentWithdrawnAt',
        'absentee.status as absentStatus',
      ])
  type Row = Awaited<ReturnType<ReturnType<typeof records>['execute']>>[number]

  const toRecord = (row: Row): SignatoryRecord => ({
    id: row.id,
    personId: row.user_id,
    nickname: row.nickname,
    signingName: row.signing_name,
    title: row.title,
    ...toPresentScope(row),
    deputyFor: row.absentId === null ? null : { id: row.absentId, name: row.absentName ?? '' },
    version: row.version,
    withdrawnTime: toWireOrNull(row.withdrawn_at),
    updateTime: toWireDateTime(row.updated_at),
  })

  return {
    async list(): Promise<SignatoryRecord[]> {
      const rows = await records().orderBy('signatories.id', 'desc').limit(LISTED_MAX).execute()
      return rows.map(toRecord)
    },

    async listByUser(userId: string): Promise<SignatoryRecord[]> {
      const rows = await records().where('signatories.user_id', '=', userId).orderBy('signatories.id', 'desc').execute()
      return rows.map(toRecord)
    },

    /** Lists the records of those who stand in for a person, now or later. */
    async listDeputies(userId: string): Promise<SignatoryRecord[]> {
      const rows = await records()
        .where('absent.user_id', '=', userId)
        .where('signatories.withdrawn_at', 'is', null)
        .where('signatories.valid_to', '>=', toWireDate(now()))
        .orderBy('signatories.valid_from')
        .orderBy('signatories.id')
        .execute()
      return rows.map(toRecord)
    },

    /** Finds a signatory; `undefined` for a missing or withdrawn one. */
    async find(id: number): Promise<SignatoryRecord | undefined> {
      const row = await records()
        .where('signatories.id', '=', id)
        .where('signatories.withdrawn_at', 'is', null)
        .executeTakeFirst()
      return row && toRecord(row)
    },

    /** @param deputyOf record of the absent signatory, for a deputy */
    async add(userId: string, form: SignatoryForm, deputyOf: number | null = null): Promise<number> {
      const row = { ...toRow(form), user_id: userId, deputy_of: deputyOf, version: 1, updated_at: now() }
      return (await db.insertInto('signatories').values(row).returning('id').executeTakeFirstOrThrow()).id
    },

    /** Changes a record. @returns `false` when the version is not the stored one any more */
    async change(id: number, seenVersion: number, form: SignatoryForm): Promise<boolean> {
      const changed = await db
        .updateTable('signatories')
        .set({ ...toRow(form), version: seenVersion + 1, updated_at: now() })
        .where('id', '=', id)
        .where('version', '=', seenVersion)
        .where('withdrawn_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return changed !== undefined
    },

    /** Withdraws a record together with those of its deputies. */
    async withdraw(id: number): Promise<void> {
      const at = now()
      await db
        .updateTable('signatories')
        .set({ withdrawn_at: at, updated_at: at })
        .where((eb) => eb.or([eb('id', '=', id), eb('deputy_of', '=', id)]))
        .where('withdrawn_at', 'is', null)
        .execute()
    },

    /**
     * Returns whether an account may sign a certificate of this category on this day, `yyyy-MM-dd`. Owners are no
     * exception. A deputy also needs that the absent signatory still may.
     */
    async maySign(userId: string, category: CertificateCategory, day = toWireDate(now())): Promise<boolean> {
      const rows = await records()
        .where('signatories.user_id', '=', userId)
        .where('users.status', '=', ACCOUNT_STATUS.normal)
        .where('signatories.withdrawn_at', 'is', null)
        .where('signatories.valid_from', '<=', day)
        .where('signatories.valid_to', '>=', day)
        .execute()
      return rows.some(
        (row) => parseCategories(row.categories).includes(category) && isAbsentAuthorised(row, category, day),
      )
    },
  }
}

interface AbsentSignatory {
  absentId: string | null
  absentCategories: string | null
  absentFrom: string | null
  absentTo: string | null
  absentWithdrawnAt: number | null
  absentStatus: number | null
}

interface Scope {
  categories: string
  valid_from: string
  valid_to: string
}

/** Categories and days of a record; those of a deputy end with those of the absent signatory. */
function toPresentScope({ categories, valid_from, valid_to, ...absent }: Scope & AbsentSignatory) {
  const { absentCategories, absentFrom, absentTo } = absent
  const ofAbsent = absentCategories === null ? null : parseCategories(absentCategories)
  return {
    categories: parseCategories(categories).filter((category) => ofAbsent?.includes(category) ?? true),
    validFrom: absentFrom !== null && absentFrom > valid_from ? absentFrom : valid_from,
    validTo: absentTo !== null && absentTo < valid_to ? absentTo : valid_to,
  }
}

/** Whether the signatory whom a deputy stands in for may sign the category on the day; true for a record of its own. */
function isAbsentAuthorised(absent: AbsentSignatory, category: CertificateCategory, day: string): boolean {
  if (absent.absentId === null) return true
  const { absentCategories, absentFrom, absentTo, absentWithdrawnAt, absentStatus } = absent
  if (absentWithdrawnAt !== null || absentStatus !== ACCOUNT_STATUS.normal) return false
  if (absentFrom === null || absentTo === null || day < absentFrom || day > absentTo) return false
  return parseCategories(absentCategories ?? '[]').includes(category)
}

/** Accreditation marks of the laboratory. @param db may be a transaction */
export function createMarkRepository({ db, now }: { db: Db; now: () => number }) {
  const today = () => toWireDate(now())
  const rows = () => db.selectFrom('marks').selectAll().orderBy('kind', 'desc').execute()

  return {
    async list() {
      const day = today()
      return (await rows()).map((row) => ({
        kind: row.kind,
        number: row.number,
        categories: parseCategories(row.categories),
        scope: row.scope,
        standards: JSON.parse(row.standards) as string[],
        isPrinted: row.is_printed === 1,
        validTo: row.valid_to,
        isValid: row.valid_to >= day,
        version: row.version,
        updateTime: toWireDateTime(row.updated_at),
      }))
    },

    /** Lists the marks that a certificate with these values carries when it is approved today. */
    async listCarried(category: CertificateCategory, values: Readonly<Record<string, unknown>>) {
      const day = today()
      return (await this.list()).filter((mark) => findMarkRefusal(mark, category, values, day) === undefined)
    },

    /**
     * Saves a mark.
     * @param seen the version that the caller saw, 0 for a new one
     * @returns `false` when it is not the stored one any more
     */
    async save(kind: MarkKind, seen: number, form: Omit<LicensedMark, 'kind'> & { scope: string }): Promise<boolean> {
      const { number, scope } = form
      const row = {
        number,
        scope,
        categories: JSON.stringify(form.categories),
        standards: JSON.stringify(form.standards),
        is_printed: form.isPrinted ? 1 : 0,
        valid_to: form.validTo,
        version: seen + 1,
        updated_at: now(),
      }
      if (seen > 0) {
        return await isAny(
          db.updateTable('marks').set(row).where('kind', '=', kind).where('version', '=', seen).returning('kind'),
        )
      }
      const added = db.insertInto('marks').values({ ...row, kind })
      return await isAny(added.onConflict((conflict) => conflict.doNothing()).returning('kind'))
    },
  }
}
