import type { FaultKind } from '@portal/contract/articles/content-checks.ts'
import type { Generated } from 'kysely'

/** Articles, their texts and versions, and their search terms. */
export interface ArticlesTables {
  categories: {
    id: number
    name: string
    icon: string | null
    sort: number
    /** Number of published articles, counted by triggers. */
    article_count: Generated<number>
    version: Generated<number>
  }
  tags: { id: Generated<number>; name: string; sort: number; created_at: number; version: Generated<number> }
  /** Categories and tags that were merged into others: their old addresses lead there. */
  merged_topics: { kind: 'category' | 'tag'; from_id: number; into_id: number; name: string; at: number }
  articles: {
    id: Generated<number>
    category_id: number
    author_id: string
    /** Name that is printed instead of the account's nickname. */
    author_name: string | null
    title: string
    summary: string | null
    /** Address of the cover picture. */
    cover: string | null
    keywords: string | null
    /** `PUBLISH_STATE` of the contract. */
    is_publish: number
    is_original: number
    original_url: string | null
    /** `READ_TYPE` of the contract. */
    read_type: number
    is_stick: number
    is_recommend: number
    is_carousel: number
    /** Address of an article on another site. */
    link_url: string | null
    /** Number of reads. */
    quantity: Generated<number>
    like_count: Generated<number>
    comment_count: Generated<number>
    collect_count: Generated<number>
    /** Time of the first publication, or of the first save before it. */
    created_at: number
    updated_at: number | null
    /** When it was last submitted for review. */
    submitted_at: number | null
    /** `null`: it never was published. */
    published_at: number | null
    /** Rises with every change of what staff edit. */
    version: Generated<number>
    /** Days after its publication for which it takes comments; 0: none, `null`: always. */
    comment_days: Generated<number | null>
    /** Address under `/p/` or `/article/`, see `slug-rules.ts` of the contract; `null`: the number is the address. */
    slug: Generated<string | null>
  }
  /** Article with the text of each standing page (`PAGE_KEYS` of the contract). */
  standing_pages: {
    key: string
    article_id: number
    /** 1: the template was not completed yet. */
    is_template: number
  }
  /** Texts of articles. The first version is stored together with the second; until then the article has its text. */
  article_versions: {
    id: Generated<number>
    article_id: number
    version: number
    editor_id: string | null
    note: string | null
    /** JSON: `ContentForm` of the contract. */
    form: string
    created_at: number
  }
  /** Unpublished texts, at most one of each member of staff for an article. */
  article_drafts: {
    id: Generated<number>
    article_id: number
    user_id: string
    base_version: number
    form: string
    saved_at: number
  }
  /** Editor who has opened an article; expires without renewal. */
  article_locks: {
    article_id: number
    user_id: string
    since: number
    renewed_at: number
    typed_at: number | null
    /** Number of characters that are in no version. */
    unsaved: number
  }
  /** Texts to be published at a set time; rendered when the time was set. */
  article_schedules: {
    article_id: number
    publish_at: number
    /** The scheduled text is not published when the article has another version. */
    base_version: number
    editor_id: string | null
    form: string
    content: string
    plain: string
  }
  /** One row: rises when published texts change. */
  content_revision: { revision: number }
  content_faults: {
    id: Generated<number>
    article_id: number
    kind: FaultKind
    target: string
    found_at: number
  }
  /** One row: the last check of all texts. */
  content_check: {
    started_at: number | null
    finished_at: number | null
    checked: number
    total: number
    /** Number of links to other sites that the run has checked so far, and of all that are due. */
    links_checked: Generated<number>
    links_total: Generated<number>
  }
  /** Links to other sites in published texts. `checked_at`: `null` until the first request. */
  external_links: {
    address: string
    checked_at: number | null
    /** Result of the last request, e.g. `404`; `null`: it succeeded. */
    problem: string | null
    /** Days (UTC+8) of the first and the last consecutive failure. */
    failed_since: string | null
    failed_last: string | null
  }
  article_links: { article_id: number; address: string }
  /** Public pages with unpublished answers, stored for some minutes. */
  previews: {
    id: string
    user_id: string
    path: string
    notice: string
    /** JSON: `PreviewAnswer[]` of the contract. */
    answers: string
    ends_at: number
  }
  /** A change to many articles, carried out in pieces. */
  article_bulk_jobs: {
    id: string
    user_id: string
    /** JSON: `BulkChange` of the contract. */
    action: string
    /** JSON: numbers of the articles. The first `position` are done. */
    article_ids: string
    /** JSON: origin of the request, for the audit log. */
    source: string
    total: number
    position: number
    done: number
    /** JSON: the first skipped ones, with the reason. */
    skipped: string
    started_at: number
    finished_at: number | null
  }
  /** The long columns, in a separate table so that lists read short rows. */
  article_texts: {
    article_id: number
    /** Sanitised HTML, rendered once. */
    content: string
    content_md: string
    /** Plain text, one block a line. */
    plain: string
    /** Title, in the form that is searched (`#search/fold.ts`). */
    title_folded: string
    /** Title, summary and text, in the form that is searched. */
    folded: string
  }
  article_tags: {
    article_id: number
    tag_id: number
    position: number
    /** The columns below are copies of the article's columns, maintained by triggers: a tag's list is read from one index. */
    is_publish: Generated<number>
    is_stick: Generated<number>
    created_at: Generated<number>
    category_id: Generated<number>
  }
  /** Search terms of published articles. */
  article_terms: {
    term: string
    /** 1: in the title. 0: anywhere, the title included. */
    scope: number
    /** The sort column is a part of the key, so that the newest hits are read without sorting. */
    created_at: number
    article_id: number
  }
  article_likes: { article_id: number; user_id: string; created_at: number }
  /** Reads of an article by day and reader, so that each reader counts once a day. */
  article_reads: { article_id: number; day: string; client_hash: string }
  /** Codes that open code-gated articles, given out by the official account. */
  article_codes: { code_hash: string; expires_at: number }
  /** Clients that entered such a code. */
  gate_passes: { client_hash: string; expires_at: number }
}
