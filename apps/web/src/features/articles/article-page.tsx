import { ExternalLink } from '@lucide/icons'
import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { CODE, WIRE_TEXT } from '@portal/contract/errors.ts'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { redirect, useLoaderData, useRevalidator } from 'react-router-dom'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { isEditor } from '#domain/people/roles.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { defineLoader, type LoaderInput, notFound } from '#lib/api/define-loader.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import type { MetaOf } from '#lib/meta.ts'
import { deferredPart, loadDeferredParts } from '#lib/parts/deferred-part.ts'
import { useSession } from '#lib/session.ts'
import { useFreshForUser } from '#lib/use-fresh-for-user.ts'
import { Container } from '#ui/container.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { ActionRail, ActionRow } from './article-actions.tsx'
import { ArticleBody } from './article-body.tsx'
import { ArticleHeader } from './article-header.tsx'
import styles from './article-page.module.css'
import type { ArticleView } from './article-view.ts'
import { FoldedOutline, Outline } from './outline-nav.tsx'
import { useFavourite, useLike } from './use-reaction.ts'

const NUMBER = /^[1-9]\d{0,14}$/
const SLUG = /^(?!\d+$)[a-z0-9-]{2,60}$/

/** Finds the number of the article at the address, which ends with the number or with a slug. */
export async function findArticleId({ api, params }: LoaderInput): Promise<number> {
  const { articleId: name = '' } = params
  if (NUMBER.test(name)) return Number(name)
  const found = SLUG.test(name) && (await api.call('GET /v1/article/slug', { query: { slug: name }, quiet: true }))
  if (!found) throw notFound(WIRE_TEXT.articleMissing)
  return found.id
}

export async function loadArticle(input: LoaderInput, articleId = findArticleId(input)) {
  const { api, params, request } = input
  const id = await articleId
  // `null` on the server, which has no user; in the browser, the user for whom the flags of the answer hold.
  const readAs = useSession.getState().user?.id ?? null
  try {
    const [{ toArticleView, toAround }, { data, extra }] = await Promise.all([
      // Only for articles that the server did not render.
      import('./article-view.ts'),
      api.callWhole('GET /v1/article/info', { query: { id }, quiet: true }),
      // Waits for the deferred parts when the server has not rendered the article: parts that arrive later would push
      // the text down.
      typeof document === 'undefined' ? undefined : loadDeferredParts(),
    ])
    const article = toArticleView(data)
    const isMoved = params.articleId === String(id) && data.slug && !NUMBER.test(data.slug)
    if (isMoved && article.publishState === PUBLISH_STATE.published) {
      throw redirect(`${article.path}${new URL(request.url).search}`, 301)
    }
    return {
      article,
      around: toAround(extra),
      readAs,
      isFromServer: typeof document === 'undefined',
    }
  } catch (reason) {
    // Upstream has no code for a missing article, but a fixed text (`docs/upstream-api.md`).
    const isMissing =
      reason instanceof ApiError && reason.code === CODE.rule && reason.message === WIRE_TEXT.articleMissing
    // An unpublished article is shown to its author and to editors.
    throw isMissing ? notFound(reason.message, readAs) : reason
  }
}

export const articleLoader = defineLoader(loadArticle)

export const articleMeta: MetaOf<typeof articleLoader> = ({ article }) => ({
  title: article.title,
  description: article.summary,
  canonical: article.path,
  ...(article.publishState !== PUBLISH_STATE.published && { isHidden: true }),
  crumb: [{ text: article.category.name, to: article.category.to }, { text: article.title }],
  about: article,
})

/** Loaded on demand, with the QR code renderer. */
const ShareDialog = lazyPart(async () => (await import('#ui/dialogs/share-dialog.tsx')).ShareDialog)

/** Only links under the text, so they can load later. */
// It reports that the article was opened.
const Around = deferredPart(async () => (await import('./article-around.tsx')).Around)
/* Only gem articles need it, so it is loaded on demand. */
const GemHead = deferredPart(async () => (await import('./gem-head.tsx')).GemHead)
const ReadGate = deferredPart(async () => (await import('./read-gate.tsx')).ReadGate)
const UnpublishedNote = deferredPart(async () => (await import('./unpublished-note.tsx')).UnpublishedNote)
const TakeOff = deferredPart(async () => (await import('./take-off.tsx')).TakeOff)

/** @param children content under the article: `app/` passes the comments */
export function ArticlePage({ children }: { children?: ReactNode }) {
  const { article, around, readAs, isFromServer } = useLoaderData<typeof articleLoader>()
  useFreshForUser(readAs)
  useFreshAfterCode(article, isFromServer)
  const like = useLike(article)
  const favourite = useFavourite(article)
  // Upstream accepts neither likes nor comments for unpublished articles.
  const isPublished = article.publishState === PUBLISH_STATE.published
  const mayTakeOff = useSession(({ user }) => isEditor(user))
  const [sharedAddress, setSharedAddress] = useState<string | null>(null)
  // The address without the fragment.
  const share = () => setSharedAddress(location.origin + location.pathname)
  return (
    <>
      {article.gem && <GemHead article={article} gem={article.gem} />}
      <Container className={styles.root}>
        {isPublished ? (
          <ActionRail like={like} favourite={favourite} comments={article.comments} onShare={share} />
        ) : (
          <div />
        )}
        <article className={shared.mayShrink} aria-label={article.gem ? article.title : undefined}>
          {!isPublished && <UnpublishedNote article={article} />}
          {!article.gem && <ArticleHeader article={article} />}
          {article.elsewhereUrl ? (
            <Elsewhere summary={article.summary} url={article.elsewhereUrl} />
          ) : (
            <Body article={article} like={like} />
          )}
          {isPublished && (
            <ActionRow like={like} favourite={favourite} onShare={share}>
              {mayTakeOff && <TakeOff article={article} key={article.id} />}
            </ActionRow>
          )}
          <Around around={around} />
          {isPublished && children}
        </article>
        <aside className={styles.aside}>
          <Outline headings={article.outline} />
          <LookupBox />
        </aside>
      </Container>
      {sharedAddress !== null && (
        <Suspense>
          <ShareDialog address={sharedAddress} title={article.title} onClose={() => setSharedAddress(null)} />
        </Suspense>
      )}
    </>
  )
}

function Body({ article, like }: { article: ArticleView; like: ReturnType<typeof useLike> }) {
  return (
    <>
      <FoldedOutline headings={article.outline} />
      {/* Some upstreams send the whole text despite the gate; the styles cut it. */}
      <div className={article.gate ? styles.cut : undefined}>
        <ArticleBody content={article.content} className={styles.prose} />
      </div>
      {article.gate && <ReadGate gate={article.gate} like={like} />}
      {article.repost && <Source url={article.repost.sourceUrl} />}
    </>
  )
}

function Elsewhere({ summary, url }: { summary: string; url: string }) {
  return (
    <div className={styles.elsewhere}>
      <p>{summary}</p>
      <ButtonLink to={url} target="_blank" rel="noopener">
        前往原文
        <Icon of={ExternalLink} sizePx={18} />
      </ButtonLink>
      <p className={shared.note}>原文在其他网站：{new URL(url).host}，将在新窗口打开</p>
    </div>
  )
}

function Source({ url }: { url: string | null }) {
  return (
    <p className={styles.source}>
      {url ? (
        <>
          转载自{' '}
          <a href={url} target="_blank" rel="noopener nofollow">
            {url}
          </a>
        </>
      ) : (
        '本文为转载'
      )}
    </p>
  )
}

/**
 * Reloads an article behind the code gate after server rendering: its HTML is the same for all readers and shows the gate
 * closed, but this reader may have passed it.
 */
function useFreshAfterCode({ gate }: ArticleView, isFromServer: boolean): void {
  const { revalidate } = useRevalidator()
  const isDoubtful = isFromServer && gate === 'code'
  useEffect(() => {
    if (isDoubtful) void revalidate()
  }, [isDoubtful, revalidate])
}
