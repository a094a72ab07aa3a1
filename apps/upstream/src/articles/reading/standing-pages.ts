import { findPageByTitle } from '@portal/contract/articles/standing-pages.ts'
import { PAGE_CATEGORY } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'

/**
 * Makes an article the text of the standing page with the same title, unless the page has one: the family's clients
 * write standing pages as articles of a category.
 */
export async function adoptPage(
  trx: Db,
  articleId: number,
  { title, categoryId }: { title: string; categoryId: number },
): Promise<void> {
  const page = categoryId === PAGE_CATEGORY ? findPageByTitle(title) : undefined
  if (!page) return
  await trx
    .insertInto('standing_pages')
    .values({ key: page.key, article_id: articleId, is_template: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
