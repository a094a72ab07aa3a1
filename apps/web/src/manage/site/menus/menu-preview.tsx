import { showFooter, showHeader } from '@portal/contract/site/menu-rules.ts'
import type { FooterGroup, HeaderItem } from '@portal/contract/site/site-settings.ts'
import { useState } from 'react'
import { Panel } from '#manage/controls/layout/panel.tsx'
import styles from './menus.module.css'

interface HeaderPreviewProps {
  mark: string
  items: readonly HeaderItem[]
  hidden: ReadonlySet<string>
}

/** The header as readers see it. Its groups open and close. */
export function HeaderPreview({ mark, items, hidden }: HeaderPreviewProps) {
  const shown = showHeader(items, hidden)
  const [chosen, setChosen] = useState<string | null>(null)
  const open = shown.find(({ text, links }) => links && (chosen === null || text === chosen))
  return (
    <Panel title="读者看到的">
      <section className={styles.bar} aria-label="预览：页眉菜单">
        <div>
          <b className={styles.mark}>{mark}</b>
          {shown.map(({ text, links }) =>
            links ? (
              <button
                key={text}
                type="button"
                aria-expanded={text === open?.text}
                onClick={() => setChosen(text === open?.text ? '' : text)}
              >
                {text} ▾
              </button>
            ) : (
              <span key={text}>{text}</span>
            ),
          )}
        </div>
        {open?.links && (
          <ul>
            {open.links.map(({ text, to, note }) => (
              <li key={to}>
                {text}
                {note && <small>{note}</small>}
              </li>
            ))}
          </ul>
        )}
      </section>
      <p className={styles.note}>{shown.length} 项；窄屏与手机上收进侧边菜单</p>
    </Panel>
  )
}

/** The footer as readers see it. */
export function FooterPreview({ groups, hidden }: { groups: readonly FooterGroup[]; hidden: ReadonlySet<string> }) {
  const shown = showFooter(groups, hidden)
  return (
    <Panel title="读者看到的">
      <section className={styles.foot} aria-label="预览：页脚菜单">
        {shown.map(({ title, links }) => (
          <div key={title}>
            <b>{title}</b>
            <ul>
              {links.map(({ text, to }) => (
                <li key={to}>{text}</li>
              ))}
            </ul>
          </div>
        ))}
      </section>
      <p className={styles.note}>{shown.length} 组</p>
    </Panel>
  )
}
