import { FIRST_PAGE, SEARCH_PAGE_SIZE } from '@portal/contract/constants.ts'
import { useEffect } from 'react'
import { Form, useLoaderData } from 'react-router-dom'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { withQuery } from '#lib/address.ts'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader, type LoaderData } from '#lib/api/define-loader.ts'
import { formatNumber } from '#lib/format.ts'
import { readKeyword } from '#lib/keyword.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Button } from '#ui/forms/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ListEnd } from '#ui/lists/load-more.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import field from './search-field.module.css'
import { SearchField } from './search-field.tsx'
import { SearchHit } from './search-hit.tsx'
import styles from './search-page.module.css'
import { reportSearch } from './use-search.ts'

const TITLE = '搜索新闻'

export const loader = defineLoader(async ({ api, query }) => {
  const keyword = readKeyword(query.get('keyword') ?? '')
  const page = readPage(query.get('page'))
  if (keyword === '') return { keyword, page, found: null }
  const found = await api.call('GET /v1/article/search', {
    query: { keyword, pageNo: page, pageSize: SEARCH_PAGE_SIZE },
    quiet: true,
  })
  const hits = found.records.map(({ id, title, summary, categoryId, isLinkFlag, linkUrl }) => {
    const rest = { summary: summary ?? null, categoryId: categoryId ?? null, linkUrl: linkUrl ?? null }
    return { id, title, isLinkFlag: isLinkFlag ?? null, ...rest }
  })
  return { keyword, page, found: { hits, pages: found.pages, total: found.total ?? null } }
})

/** Hides result pages from search engines. */
export const meta: MetaOf<typeof loader> = () => ({ title: TITLE, isHidden: true })

/**
 * The search without scripts, and for links to results. Scripts open the dialog instead, which searches while the
 * visitor types.
 */
export function Component() {
  const { keyword, page, found } = useLoaderData<typeof loader>()
  return (
    <PageFrame title={TITLE} drawing="loupe" stone="peridot" className={styles.root}>
      <div className={shared.mayShrink}>
        <SearchForm keyword={keyword} key={keyword} />
        {found && <Results keyword={keyword} page={page} {...found} />}
        {!found && (
          <p className={styles.hint}>
            可按标题与正文检索。也可查看<TextLink to="/hot">站内热搜</TextLink>，或按
            <TextLink to="/category">文章分类</TextLink>浏览。
          </p>
        )}
      </div>
      <aside>
        <LookupBox />
      </aside>
    </PageFrame>
  )
}

function SearchForm({ keyword }: { keyword: string }) {
  return (
    <Form className={field.bar} action="/search" role="search">
      <SearchField name="keyword" defaultValue={keyword} />
      <Button className={field.button} type="submit">
        搜索
      </Button>
    </Form>
  )
}

type Found = NonNullable<LoaderData<typeof loader>['found']>

function Results({ keyword, page, hits, pages, total }: Found & { keyword: string; page: number }) {
  const api = useApi()
  const isFound = hits.length > 0
  useEffect(() => {
    if (isFound) reportSearch(api, keyword)
  }, [api, keyword, isFound])
  if (!isFound) {
    return (
      <EmptyState title="没有找到相关内容" link={{ to: '/hot', text: '查看站内热搜' }}>
        <p>换个关键词再试，或从热搜词开始</p>
      </EmptyState>
    )
  }
  return (
    <section aria-label={`“${keyword}”的搜索结果`}>
      <p className={styles.count}>
        “{keyword}”{total !== null && `，共 ${formatNumber(total)} 条结果`}
        {page > FIRST_PAGE && `，第 ${page} 页`}
      </p>
      <ul>
        {hits.map((hit) => (
          <li className={styles.hit} key={hit.id}>
            <SearchHit hit={hit} />
          </li>
        ))}
      </ul>
      {page >= pages && <ListEnd text="已经到底了" />}
      <SearchPages keyword={keyword} page={page} pages={pages} />
    </section>
  )
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : FIRST_PAGE
}

/** Number of page links on either side of the current page. */
const NEIGHBOURS = 2

function toSearchAddress(keyword: string, page: number): string {
  return withQuery('/search', { keyword, page: page > FIRST_PAGE ? page : null })
}

/** Numbers of the first page, the last page, and those around the current one; `null` is a gap. */
export function listPageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= NEIGHBOURS,
  )
  return wanted.flatMap((number, index) => (number - (wanted[index - 1] ?? 0) > 1 ? [null, number] : [number]))
}

function SearchPages({ keyword, page, pages }: { keyword: string; page: number; pages: number }) {
  if (pages <= 1) return null
  return (
    <nav className={styles.pages} aria-label="分页">
      {page > FIRST_PAGE && (
        <Link className={styles.page} to={toSearchAddress(keyword, page - 1)} rel="prev">
          上一页
        </Link>
      )}
      {listPageNumbers(page, pages).map((number, index) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has only its position
          <span className={shared.faint} key={`gap ${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            className={styles.page}
            key={number}
            to={toSearchAddress(keyword, number)}
            aria-label={`第 ${number} 页`}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </Link>
        ),
      )}
      {page < pages && (
        <Link className={styles.page} to={toSearchAddress(keyword, page + 1)} rel="next">
          下一页
        </Link>
      )}
    </nav>
  )
}
