import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { sql } from 'kysely'
import { containsText, isPostgres } from './contains-text.ts'
import type { Db } from './open.ts'

interface TitledArticle {
  title: string
  isPublish: number
  /** Form of the scheduled text, as JSON; `null`: none. */
  scheduledForm: string | null
}

/** Returns the title that staff see: of an article that readers do not see yet, that of the scheduled text. */
export function chooseTitle({ title, isPublish, scheduledForm }: TitledArticle): string {
  if (scheduledForm === null || isPublish === PUBLISH_STATE.published) return title
  return (JSON.parse(scheduledForm) as { title?: string }).title ?? title
}

/** Finds the numbers of the articles with this text in the scheduled title. */
export function findScheduledTitle(db: Db, text: string) {
  const form = isPostgres(db) ? sql`article_schedules.form::json` : sql`article_schedules.form`
  const title = sql<string>`(${form} ->> 'title')`
  return db
    .selectFrom('article_schedules')
    .select('article_id')
    .where(containsText(db, title, text))
}
