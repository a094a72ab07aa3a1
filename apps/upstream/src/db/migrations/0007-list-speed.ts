import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'

const PUBLISHED = sql.lit(PUBLISH_STATE.published)
/** The columns that decide whether and where a list shows an article. */
const PLACE = sql.raw('is_publish, is_stick, created_at, category_id')

/**
 * For lists of 100,000 articles: the number of published articles per category, maintained by triggers, because
 * counting took longer than reading a page; the sort columns beside each tag, so that a tag's page is read from one
 * index; indexes for the home page and for the comments of an article.
 */
export function listSpeed(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await columns(db)
      await fill(db)
      for (const statement of kind === 'sqlite' ? SQLITE : POSTGRES) await statement.execute(db)
      await indexes(db)
    },
  }
}

async function columns({ schema }: Kysely<unknown>): Promise<void> {
  const number = (table: string, name: string, type: 'smallint' | 'bigint') =>
    schema
      .alterTable(table)
      .addColumn(name, type, (column) => column.notNull().defaultTo(0))
      .execute()
  await number('categories', 'article_count', 'bigint')
  await number('article_tags', 'is_publish', 'smallint')
  await number('article_tags', 'is_stick', 'smallint')
  await number('article_tags', 'created_at', 'bigint')
  await number('article_tags', 'category_id', 'bigint')
}

async function fill(db: Kysely<unknown>): Promise<void> {
  await sql`update categories set article_count =
    (select count(*) from articles where category_id = categories.id and is_publish = ${PUBLISHED})`.execute(db)
  await sql`update article_tags set (${PLACE}) =
    (select ${PLACE} from articles where id = article_tags.article_id)`.execute(db)
}

async function indexes({ schema }: Kysely<unknown>): Promise<void> {
  const lists = {
    article_tags_list: ['article_tags', 'tag_id', 'is_publish', 'is_stick', 'created_at', 'article_id', 'category_id'],
    articles_recommended: ['articles', 'is_publish', 'is_recommend', 'created_at', 'id'],
    articles_carousel: ['articles', 'is_publish', 'is_carousel', 'created_at', 'id'],
  }
  for (const [name, [table = '', ...keys]] of Object.entries(lists)) {
    await schema.createIndex(name).on(table).columns(keys).execute()
  }
  // PostgreSQL reads nothing in order behind a column that is null: it walked through the comments of all articles.
  await schema
    .createIndex('comments_conversations')
    .on('comments')
    .columns(['article_id', 'id'])
    .where(sql.ref('parent_id'), 'is', null)
    .execute()
}

const SQLITE = [
  sql`create trigger articles_count_new after insert on articles when new.is_publish = ${PUBLISHED}
      begin update categories set article_count = article_count + 1 where id = new.category_id; end`,
  sql`create trigger articles_count_gone after delete on articles when old.is_publish = ${PUBLISHED}
      begin update categories set article_count = article_count - 1 where id = old.category_id; end`,
  sql`create trigger articles_count_changed after update of is_publish, category_id on articles
      when old.is_publish <> new.is_publish or old.category_id <> new.category_id
      begin
        update categories set article_count = article_count - 1
          where id = old.category_id and old.is_publish = ${PUBLISHED};
        update categories set article_count = article_count + 1
          where id = new.category_id and new.is_publish = ${PUBLISHED};
      end`,
  sql`create trigger articles_place_changed after update of ${PLACE} on articles
      when old.is_publish <> new.is_publish or old.is_stick <> new.is_stick
        or old.created_at <> new.created_at or old.category_id <> new.category_id
      begin
        update article_tags set (${PLACE}) = (new.is_publish, new.is_stick, new.created_at, new.category_id)
          where article_id = new.id;
      end`,
  sql`create trigger article_tags_place after insert on article_tags
      begin
        update article_tags set (${PLACE}) = (select ${PLACE} from articles where id = new.article_id)
          where article_id = new.article_id and tag_id = new.tag_id;
      end`,
]

const POSTGRES = [
  sql`create function count_articles() returns trigger language plpgsql as $$ begin
        if tg_op <> 'INSERT' and old.is_publish = ${PUBLISHED} then
          update categories set article_count = article_count - 1 where id = old.category_id;
        end if;
        if tg_op <> 'DELETE' and new.is_publish = ${PUBLISHED} then
          update categories set article_count = article_count + 1 where id = new.category_id;
        end if;
        return null;
      end $$`,
  sql`create trigger articles_count_new after insert or delete on articles
      for each row execute function count_articles()`,
  sql`create trigger articles_count_changed after update of is_publish, category_id on articles for each row
      when (old.is_publish <> new.is_publish or old.category_id <> new.category_id)
      execute function count_articles()`,
  sql`create function place_article_tags() returns trigger language plpgsql as $$ begin
        update article_tags set (${PLACE}) = (new.is_publish, new.is_stick, new.created_at, new.category_id)
          where article_id = new.id;
        return null;
      end $$`,
  sql`create trigger articles_place_changed after update of ${PLACE} on articles for each row
      when (old.is_publish <> new.is_publish or old.is_stick <> new.is_stick
        or old.created_at <> new.created_at or old.category_id <> new.category_id)
      execute function place_article_tags()`,
  sql`create function place_article_tag() returns trigger language plpgsql as $$ begin
        select a.is_publish, a.is_stick, a.created_at, a.category_id
          into new.is_publish, new.is_stick, new.created_at, new.category_id
          from articles a where a.id = new.article_id;
        return new;
      end $$`,
  sql`create trigger article_tags_place before insert on article_tags
      for each row execute function place_article_tag()`,
]
