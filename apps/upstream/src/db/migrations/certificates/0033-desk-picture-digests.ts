import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** SHA-256 of the pictures of the certificate desk, hex; `null`: named before digests were stored. */
export function deskPictureDigests(): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema.alterTable('certificate_desk_pictures').addColumn('sha256', 'text').execute()
      await schema
        .createIndex('certificate_desk_pictures_number')
        .on('certificate_desk_pictures')
        .column('certificate_no')
        .execute()
    },
  }
}
