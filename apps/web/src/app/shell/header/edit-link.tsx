import { PenLine } from '@lucide/icons'
import { STANDING_PAGES } from '@portal/contract/constants.ts'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { areSingleKeysOn } from '#lib/single-keys.ts'
import { ButtonLink } from '#ui/forms/button.tsx'

/** Where the button moves nothing. */
const WIDE = '(min-width: 720px)'

/** The editor of what is shown at an address; `null` for addresses without one. */
function editorOf(pathname: string): string | null {
  const article = /^\/(?:article|news-article)\/(\d+)$/.exec(pathname)
  if (article) return `/manage/articles/${article[1]}`
  const isPage = (Object.values(STANDING_PAGES) as string[]).includes(pathname)
  return isPage ? `/manage/pages/${pathname.split('/').at(-1)}` : null
}

/**
 * For staff, under the title of a page that they may change: the way to its editor. Loaded for staff alone; the pages
 * themselves have neither markup nor room for it.
 */
export function EditLink() {
  const { pathname } = useLocation()
  const [host, setHost] = useState<HTMLElement | null>(null)
  const editor = editorOf(pathname)
  useEffect(() => {
    const words = editor && document.querySelector('main h1')?.parentElement
    // It arrives late: on a phone it would move the text below.
    if (!words || !matchMedia(WIDE).matches) return undefined
    const made = document.createElement('p')
    words.append(made)
    setHost(made)
    return () => {
      setHost(null)
      made.remove()
    }
  }, [editor])
  useEffect(() => {
    if (!editor) return undefined
    const open = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isTyping = target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'))
      const isPlain = !isTyping && !ctrlKey && !metaKey && !altKey
      if (key.toLowerCase() === 'e' && isPlain && areSingleKeysOn()) location.assign(editor)
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [editor])
  if (!editor || !host) return null
  return createPortal(
    <ButtonLink variant="outline" icon={PenLine} to={location.origin + editor}>
      编辑 {areSingleKeysOn() && <kbd>E</kbd>}
    </ButtonLink>,
    host,
  )
}
