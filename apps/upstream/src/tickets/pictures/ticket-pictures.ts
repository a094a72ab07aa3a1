import { DAY_MS } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'
import { noTicketPicture, pictureTooLarge, ticketPictureGone, ticketPicturesUsedUp } from '#platform/errors.ts'
import { type FileStore, storeNew } from '#platform/files/file-store.ts'
import { deleteUnnamed } from '#platform/files/named-files.ts'
import type { PictureMaker } from '#platform/files/picture.ts'

/** How long pictures of unsent drafts are stored. */
const UNSENT_MS = 7 * DAY_MS
/** Maximum unsent pictures of one account. */
const UNSENT_MAX = 60

interface Place {
  ticketId: number
  /** The account that uploaded the pictures and sends them. */
  userId: string
  /** Id of the answer. */
  answerId?: string
  /** Id of the note. */
  entryId?: number
  at: number
}

/**
 * Attaches uploaded pictures to an answer or a note, in the given order.
 * @throws AppError when one is too old, already sent, of another ticket, or of another account
 */
export async function attachTicketPictures(trx: Db, pictures: readonly string[], where: Place): Promise<void> {
  const { ticketId, userId, answerId = null, entryId = null, at } = where
  for (const [place, name] of [...new Set(pictures)].entries()) {
    const attached = await trx
      .updateTable('ticket_pictures')
      .set({ answer_id: answerId, entry_id: entryId, place })
      .where('name', '=', name)
      .where('ticket_id', '=', ticketId)
      .where('user_id', '=', userId)
      .where('answer_id', 'is', null)
      .where('entry_id', 'is', null)
      .where('created_at', '>', at - UNSENT_MS)
      .returning('name')
      .executeTakeFirst()
    if (!attached) throw ticketPictureGone()
  }
}

/** Reads the names of the pictures that staff attached to a ticket, by answer and by entry. */
export async function readStaffPictures(db: Db, ticketId: number) {
  const rows = await db
    .selectFrom('ticket_pictures')
    .select(['name', 'answer_id as answerId', 'entry_id as entryId'])
    .where('ticket_id', '=', ticketId)
    .orderBy('place')
    .orderBy('name')
    .execute()
  const ofAnswers = new Map<string, string[]>()
  const ofNotes = new Map<number, string[]>()
  for (const { name, answerId, entryId } of rows) {
    if (answerId !== null) ofAnswers.set(answerId, [...(ofAnswers.get(answerId) ?? []), name])
    else if (entryId !== null) ofNotes.set(entryId, [...(ofNotes.get(entryId) ?? []), name])
  }
  return { ofAnswers, ofNotes }
}

/** Finds a picture with its ticket. */
export async function findTicketPicture(db: Db, name: string) {
  return await db
    .selectFrom('ticket_pictures')
    .innerJoin('tickets', 'tickets.id', 'ticket_pictures.ticket_id')
    .select(['tickets.kind', 'tickets.assignee_id as assigneeId', 'ticket_pictures.answer_id as answerId'])
    .where('ticket_pictures.name', '=', name)
    .executeTakeFirst()
}

interface Options {
  db: Db
  store: FileStore
  makePicture: PictureMaker
  now: () => number
}

export type TicketPictures = ReturnType<typeof createTicketPictures>

/** Stores pictures of answers and notes in an area of their own, which no public route serves; a row links each to its ticket. */
export function createTicketPictures({ db, store, makePicture, now }: Options) {
  return {
    store,

    /**
     * Re-encodes and stores a picture; `note` adds its row.
     * @throws AppError when the bytes are no picture, or the account has too many unsent ones
     */
    async keep(bytes: Buffer, userId: string): Promise<{ name: string; bytes: number }> {
      const { count } = await db
        .selectFrom('ticket_pictures')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('answer_id', 'is', null)
        .where('entry_id', 'is', null)
        .executeTakeFirstOrThrow()
      if (Number(count) >= UNSENT_MAX) throw ticketPicturesUsedUp()
      const picture = await makePicture(bytes, userId)
      if (picture === 'too-large') throw pictureTooLarge()
      if (!picture) throw noTicketPicture()
      return { name: await storeNew(store, picture.bytes, picture.ending), bytes: picture.bytes.length }
    },

    async note(trx: Db, picture: { name: string; bytes: number }, ticketId: number, userId: string): Promise<void> {
      const row = { ...picture, ticket_id: ticketId, user_id: userId, created_at: now() }
      await trx.insertInto('ticket_pictures').values(row).execute()
    },

    /** Deletes pictures that were not sent within a week, and files of deleted tickets. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom('ticket_pictures')
        .where('answer_id', 'is', null)
        .where('entry_id', 'is', null)
        .where('created_at', '<', now() - UNSENT_MS)
        .execute()
      await deleteUnnamed('ticketPictures', { db, store, now })
    },
  }
}
