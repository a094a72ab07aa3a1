import type { Db } from '#platform/db/open.ts'

interface SignaturePicture {
  sha256: string
  /** The file in Base64. */
  content: string
}

/**
 * Sets the picture that an account signs with from now on; `null` takes it. The one before is deleted unless it is used.
 * @returns digest of the one before
 */
export async function setSigningPicture(trx: Db, id: string, picture: SignaturePicture | null): Promise<string | null> {
  const { signing_picture: before } = await trx
    .selectFrom('users')
    .select('signing_picture')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (picture) {
    const added = trx.insertInto('signature_pictures').values(picture)
    await added.onConflict((conflict) => conflict.doNothing()).execute()
  }
  const after = picture?.sha256 ?? null
  await trx.updateTable('users').set({ signing_picture: after }).where('id', '=', id).execute()
  if (before !== null && before !== after) await dropUnusedPicture(trx, before)
  return before
}

/** Deletes a picture that no account signs with and no certificate carries. */
export async function dropUnusedPicture(trx: Db, sha256: string): Promise<void> {
  await trx
    .deleteFrom('signature_pictures')
    .where('sha256', '=', sha256)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').select('users.id').where('signing_picture', '=', sha256))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('certificate_signatures').select('version').where('certificate_signatures.sha256', '=', sha256),
        ),
      ),
    )
    .execute()
}

/** Finds the digest of the picture that an account signs this name with; `null`: it has none, or another name now. */
export async function findSigningPicture(db: Db, id: string, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('signing_picture')
    .where('id', '=', id)
    .where('signing_name', '=', name)
    .executeTakeFirst()
  return row?.signing_picture ?? null
}

/** Reads a picture by its digest. */
export async function readSigningPicture(db: Db, sha256: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('signature_pictures')
    .select('content')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row && Buffer.from(row.content, 'base64')
}
