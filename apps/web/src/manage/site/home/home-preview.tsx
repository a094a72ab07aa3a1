import { HOME_SECTIONS } from '@portal/contract/site/home-sections.ts'
import type { SiteMember } from '@portal/contract/site/site-settings.ts'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useWidth } from '#manage/controls/charts/use-width.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { useSiteForm } from '../site-form.ts'
import { toSiteChange } from '../site-members.ts'
import styles from './home.module.css'
import type { Section } from './sections.ts'

/** Width of the previewed page, CSS px. */
const WIDTHS = { 电脑: 1200, 手机: 390 } as const
type Device = keyof typeof WIDTHS
/** Pause after the last change before the preview is made again, ms. */
const PAUSE_MS = 800

interface HomePreviewProps {
  open: Section | null
  onOpen: (section: Section) => void
}

/** The real front page with the unsaved values. The page runs no scripts; a click opens the fields of its section. */
export function HomePreview({ open, onOpen }: HomePreviewProps) {
  const [device, setDevice] = useState<Device>('电脑')
  const { ref, widthPx } = useWidth()
  const { address, state } = usePreviewAddress()
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => markSection(frame.current, open), [open])
  const pageWidthPx = WIDTHS[device]
  const place = {
    '--page-width': `${pageWidthPx}px`,
    '--page-scale': Math.min(1, widthPx / pageWidthPx),
  } as CSSProperties
  return (
    <>
      <Panel
        title="读者看到的"
        isFlush
        actions={(Object.keys(WIDTHS) as Device[]).map((name) => (
          <button
            type="button"
            className={styles.device}
            key={name}
            aria-pressed={name === device}
            onClick={() => setDevice(name)}
          >
            {name}
          </button>
        ))}
      >
        <div className={styles.stage} ref={ref} style={place}>
          {address && (
            <iframe
              // A new element instead of a navigation, which would add an entry to the history of the tab.
              key={address}
              ref={frame}
              className={styles.page}
              title="首页预览"
              src={address}
              onLoad={() => {
                watchClicks(frame.current, onOpen)
                markSection(frame.current, open)
              }}
            />
          )}
        </div>
      </Panel>
      <p className={styles.note} role="status">
        {state}
      </p>
    </>
  )
}

/** Makes a preview of the unsaved values, again after each pause in editing. */
function usePreviewAddress() {
  const { edit } = useSiteForm()
  const api = useApi()
  const [address, setAddress] = useState<string | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const hasFaults = Object.keys(edit.faults).length > 0
  const settings = JSON.stringify(toSiteChange(edit.values, edit.changed as SiteMember[]))
  useEffect(() => {
    if (hasFaults) return undefined
    const controller = new AbortController()
    const make = async () => {
      const body = { settings: JSON.parse(settings), path: '/' } as const
      const made = await api
        .call('POST /v1/manage/site/preview', { body, quiet: true, signal: controller.signal })
        .catch(() => null)
      if (controller.signal.aborted) return
      setHasFailed(made === null)
      if (made) setAddress(made.address)
    }
    const timer = setTimeout(() => void make(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, hasFaults, settings])
  if (hasFaults) return { address, state: '有错误的内容不能预览，改正后更新' }
  return {
    address,
    state: hasFailed ? '预览暂时做不出来，再改一处或稍后重试' : '用未保存的内容预览；点其中的一段，左边就打开它',
  }
}

/** Shows a section of the previewed page, with a frame around it. */
function markSection(frame: HTMLIFrameElement | null, open: Section | null): void {
  const page = frame?.contentDocument
  for (const section of page?.querySelectorAll<HTMLElement>('main section') ?? []) {
    const isOpen = open !== null && getSection(section) === open
    section.style.outline = isOpen ? '4px solid var(--color-focus)' : ''
    section.style.outlineOffset = isOpen ? '-4px' : ''
    if (isOpen) centreSection(section)
  }
}

/** Scrolls a section to the middle of its frame. `scrollIntoView` would also scroll the page away from what is typed. */
function centreSection(section: HTMLElement): void {
  const { top, height } = section.getBoundingClientRect()
  const frame = section.ownerDocument.defaultView
  frame?.scrollBy(0, top - (frame.innerHeight - height) / 2)
}

function getSection(element: Element): Section {
  const id = element.getAttribute('aria-labelledby') ?? element.id
  return Object.hasOwn(HOME_SECTIONS, id) ? (id as Section) : 'hero'
}

/** Opens the section that is clicked; links and buttons of the page do nothing. */
function watchClicks(frame: HTMLIFrameElement | null, onOpen: (section: Section) => void): void {
  const page = frame?.contentDocument
  page?.addEventListener('submit', (event) => event.preventDefault())
  page?.addEventListener('click', (event) => {
    event.preventDefault()
    const section = (event.target as Element | null)?.closest('main section')
    if (section) onOpen(getSection(section))
  })
}
