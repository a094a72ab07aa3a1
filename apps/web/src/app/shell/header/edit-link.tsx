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

/** What can be edited at an address: an article by its id, or a standing page by its key. */
type Content = { articleId: number } | { pageKey: string }

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
  const [, articleId] = /^\/(?:article|news-article)\/(\d+)$/.exec(pathname) ?? []
  if (articleId) return { articleId: Number(articleId) }
  const isPage = (Object.values(STANDING_PAGES) as string[]).includes(pathname)
  return isPage ? { pageKey: pathname.slice(pathname.lastIndexOf('/') + 1) } : null
}

/** `null` at addresses without an editor, and for staff who may not edit. @throws ApiError */
async function loadEditing(api: ApiClient, pathname: string): Promise<Editing | null> {
  const content = findContent(pathname)
  if (!content) return null
  // Requested first: upstream would record a refused call in the audit log.
  const { duties, isProven } = await api.call('GET /v1/manage/me', { quiet: true })
  if (!duties.includes('edit') && !duties.includes('owner')) return null
  const editor = 'pageKey' in content ? `/manage/pages/${content.pageKey}` : `/manage/articles/${content.articleId}`
  return { pathname, editor, edition: isProven ? await loadEdition(api, content) : null }
}

async function loadEdition(api: ApiClient, content: Content): Promise<Edition | null> {
  if ('pageKey' in content) {
    const pages = await api.call('GET /v1/manage/pages', { quiet: true })
    return pages.find(({ key }) => key === content.pageKey) ?? null
  }
  const article = await api.call('GET /v1/manage/articles/{id}', { params: { id: content.articleId }, quiet: true })
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
