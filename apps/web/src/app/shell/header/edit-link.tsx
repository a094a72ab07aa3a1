import { PenLine } from '@lucide/icons'
import { STANDING_PAGES } from '@portal/contract/constants.ts'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router-dom'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { areSingleKeysOn } from '#lib/single-keys.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { Time } from '#ui/time.tsx'
import styles from './edit-link.module.css'

/** The shortcut key is shown on wide screens only: phones have no keyboard. */
const WIDE = '(min-width: 720px)'

const OWN_PAGES = '/p/'

/** What can be edited at an address: an article by its id, or a page by its path. */
type Content = { article: string } | { page: string }

/** Versions of the published text and its drafts. */
interface Edition {
  version: number
  editorName: string | null
  changeTime: string | null
  hasDraft: boolean
}

interface Editing {
  /** Path of the page that is edited. */
  pathname: string
  /** Address of the editor. */
  editor: string
  /** `null` while this login has not proved its second factor. */
  edition: Edition | null
}

function findContent(pathname: string): Content | null {
  const [, article] = /^\/(?:article|news-article)\/([a-z0-9-]+)$/.exec(pathname) ?? []
  if (article) return { article }
  const isPage = pathname.startsWith(OWN_PAGES) || (Object.values(STANDING_PAGES) as string[]).includes(pathname)
  return isPage ? { page: pathname } : null
}

/** `null` at addresses without an editor, and for staff who may not edit. @throws ApiError */
async function loadEditing(api: ApiClient, pathname: string): Promise<Editing | null> {
  const content = findContent(pathname)
  if (!content) return null
  // Requested first: upstream would record a refused call in the audit log.
  const { duties, isProven } = await api.call('GET /v1/manage/me', { quiet: true })
  if (!duties.includes('edit') && !duties.includes('owner')) return null
  if ('page' in content) {
    const pages = isProven ? await api.call('GET /v1/manage/pages', { quiet: true }) : []
    const page = pages.find(({ path }) => path === pathname) ?? null
    // The editor of an own page is found by the number of its article.
    const name = pathname.startsWith(OWN_PAGES) ? page?.articleId : pathname.slice(pathname.lastIndexOf('/') + 1)
    return { pathname, editor: name === undefined ? '/manage/pages' : `/manage/pages/${name}`, edition: page }
  }
  const id = await findArticleId(api, content.article)
  if (id === undefined) return null
  return { pathname, editor: `/manage/articles/${id}`, edition: isProven ? await loadEdition(api, id) : null }
}

/** @param name number or slug of an article */
async function findArticleId(api: ApiClient, name: string): Promise<number | undefined> {
  if (/^\d+$/.test(name)) return Number(name)
  return (await api.call('GET /v1/article/slug', { query: { slug: name }, quiet: true }))?.id
}

async function loadEdition(api: ApiClient, id: number): Promise<Edition> {
  const article = await api.call('GET /v1/manage/articles/{id}', { params: { id }, quiet: true })
  return { ...article, hasDraft: article.draft !== null || article.drafts.length > 0 }
}

/**
 * The editor of the current page; `null` until it is known, and when the request fails: the page does not depend on it.
 */
function useEditing(): Editing | null {
  const api = useApi()
  const { pathname } = useLocation()
  const [editing, setEditing] = useState<Editing | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    loadEditing(api.bindTo(controller.signal), pathname).then(setEditing, () => undefined)
    return () => controller.abort()
  }, [api, pathname])
  return editing?.pathname === pathname ? editing : null
}

/** Whether the key is E without a modifier, outside fields and dialogs. */
function isPlainE({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isInUse =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  return key === 'e' && !ctrlKey && !metaKey && !altKey && !isInUse && !document.querySelector('dialog[open]')
}

/**
 * Links an article or standing page to its editor, for staff who may edit. It is loaded late and must not move the
 * text, so it is fixed at the lower edge.
 */
export function EditLink() {
  const { editor, edition } = useEditing() ?? { editor: null, edition: null }
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (isPlainE(event) && areSingleKeysOn()) ref.current?.querySelector('a')?.click()
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  if (!editor) return null
  return createPortal(
    <aside ref={ref} className={styles.root} aria-label="编辑此页">
      <ButtonLink variant="quiet" icon={PenLine} to={editor}>
        编辑 {areSingleKeysOn() && matchMedia(WIDE).matches && <kbd>E</kbd>}
      </ButtonLink>
      {edition && (
        <span>
          {edition.version > 0 && (
            <>
              版本 {edition.version}，{edition.editorName} <Time at={edition.changeTime} format="dateTime" />{' '}
            </>
          )}
          {edition.hasDraft && (
            <TextLink className={shared.inlineRow} to={editor}>
              有未发布的草稿
            </TextLink>
          )}
        </span>
      )}
    </aside>,
    document.body,
  )
}
