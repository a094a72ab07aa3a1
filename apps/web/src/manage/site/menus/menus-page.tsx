import { Plus } from '@lucide/icons'
import { DEFAULT_FOOTER, DEFAULT_HEADER } from '@portal/contract/site/default-menus.ts'
import type { MenuTarget } from '@portal/contract/site/menu-calls.ts'
import {
  findFooterFault,
  findHeaderFault,
  MENU_MAX,
  measureLabel,
  showFooter,
  showHeader,
} from '@portal/contract/site/menu-rules.ts'
import type { FooterGroup, HeaderItem } from '@portal/contract/site/site-settings.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useLoaderData, useNavigate, useSearchParams } from 'react-router-dom'
import { toSite } from '#domain/site/site.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { SettingsFrame } from '#manage/site/settings-frame.tsx'
import { useSiteEdit } from '#manage/site/use-site-edit.ts'
import { Button } from '#ui/forms/button.tsx'
import { AddPanel } from './add-panel.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { FooterPreview, HeaderPreview } from './menu-preview.tsx'
import { countBelow, type MenuName, type MenuRow, moveRow, removeRow, type Step, toMenu, toRows } from './menu-rows.ts'
import { MenuTree } from './menu-tree.tsx'
import { listHidden } from './menu-words.ts'
import styles from './menus.module.css'

const TITLES: Readonly<Record<MenuName, string>> = { headerMenu: '页眉菜单', footerLinks: '页脚菜单' }

export const loader = defineLoader(async ({ api }) => {
  const [site, targets] = await Promise.all([api.call('GET /v1/manage/site'), api.call('GET /v1/manage/menus/targets')])
  return { site, targets }
})

/** The menus of header and footer: settings of the site, with their versions. */
export function Component() {
  const { site, targets } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const name: MenuName = query.get('tab') === 'footer' ? 'footerLinks' : 'headerMenu'
  const edit = useSiteEdit('menus', site)
  const { headerMenu, footerLinks } = edit.values
  const header = (headerMenu ?? DEFAULT_HEADER) as readonly HeaderItem[]
  const footer = (footerLinks ?? DEFAULT_FOOTER) as readonly FooterGroup[]
  return (
    <SettingsFrame
      title="菜单"
      isForEditors
      site={site}
      edit={edit}
      onGo={(member) => void navigate(member === 'footerLinks' ? '?tab=footer' : '?', { preventScrollReset: true })}
      tabs={
        <ViewTabs
          label="菜单"
          views={[
            { label: '页眉', to: '?', count: toRows(header).length, isCurrent: name === 'headerMenu' },
            { label: '页脚', to: '?tab=footer', count: toRows(footer).length, isCurrent: name === 'footerLinks' },
          ]}
        />
      }
    >
      {() => (
        <MenuEditor
          key={name}
          name={name}
          mark={toSite({ name: edit.values.name }).mark.head}
          menu={name === 'headerMenu' ? header : footer}
          isDefault={edit.values[name] === null}
          isChanged={edit.changed.includes(name)}
          fault={edit.faults[name]}
          targets={targets}
          onChange={(menu) => edit.change({ [name]: menu })}
        />
      )}
    </SettingsFrame>
  )
}

interface MenuEditorProps {
  name: MenuName
  mark: string
  menu: readonly HeaderItem[] | readonly FooterGroup[]
  isDefault: boolean
  isChanged: boolean
  fault: string | undefined
  targets: readonly MenuTarget[]
  onChange: (menu: HeaderItem[] | FooterGroup[] | null) => void
}

function MenuEditor({ name, mark, menu, isDefault, isChanged, fault, targets, onChange }: MenuEditorProps) {
  const [refused, setRefused] = useState<string | null>(null)
  const [edited, setEdited] = useState<number | null>(null)
  /** Articles that were added just now. */
  const [added, setAdded] = useState<readonly MenuTarget[]>([])
  const rows = toRows(menu)
  const known = [...targets, ...added]
  const hidden = listHidden(known)
  const isHeader = name === 'headerMenu'
  const shown = isHeader ? showHeader(menu as HeaderItem[], hidden) : showFooter(menu as FooterGroup[], hidden)
  const shownTexts = shown.map((one) => ('title' in one ? one.title : one.text))
  const count = shown.reduce((sum, { links = [] }) => sum + 1 + links.length, 0)

  /** Takes over rows, unless they break a rule that the present ones keep. @returns whether it did */
  const put = (next: readonly MenuRow[]): boolean => {
    const value = toMenu(name, next)
    const found = isHeader ? findHeaderFault(value as HeaderItem[]) : findFooterFault(value as FooterGroup[])
    setRefused(fault === undefined ? found : null)
    if (fault === undefined && found) return false
    onChange(value)
    return true
  }
  const move = (at: number, step: Step) => {
    const moved = moveRow(rows, at, step)
    const place = findFocusedPlace()
    if (moved && flushSync(() => put(moved.rows))) focusRow(moved.at, place)
  }
  const add = (target: MenuTarget) => {
    const row: MenuRow = { level: isHeader ? 0 : 1, text: shorten(target.name), to: target.to }
    if (put([...rows, row])) setAdded([...added, target])
  }
  const current = edited === null ? undefined : rows[edited]
  return (
    <div className={styles.columns}>
      <Panel
        title={TITLES[name]}
        isFlush
        note={`${isDefault ? '网站自带的菜单　' : ''}显示 ${count} 项，隐藏 ${Math.max(0, rows.length - count)} 项${isChanged ? '　已改' : ''}`}
        actions={
          !isDefault && (
            <Button variant="quiet" onClick={() => onChange(null)}>
              用自带的菜单
            </Button>
          )
        }
      >
        {(refused ?? fault) && (
          <p className={styles.fault} role="alert">
            {refused ?? fault}
          </p>
        )}
        {rows.length === 0 && <p className={styles.note}>没有一项，{isHeader ? '页眉' : '页脚'}不显示菜单</p>}
        <MenuTree
          name={name}
          rows={rows}
          targets={known}
          shownTexts={shownTexts}
          onMove={move}
          onEdit={setEdited}
          onSwitch={(at, isOn) => put(rows.map((row, nth) => (nth === at ? { ...row, isOff: !isOn } : row)))}
        />
        {!isHeader && (
          <Button
            variant="quiet"
            icon={Plus}
            className={styles.addGroup}
            onClick={() => put([...rows, { level: 0, text: '新的一组', to: '' }])}
          >
            添加一组
          </Button>
        )}
      </Panel>
      <div className={styles.side}>
        {isHeader ? (
          <HeaderPreview mark={mark} items={menu as HeaderItem[]} hidden={hidden} />
        ) : (
          <FooterPreview groups={menu as FooterGroup[]} hidden={hidden} />
        )}
        <AddPanel
          targets={targets}
          note={
            isHeader
              ? `第一级最多 ${MENU_MAX.items} 项，每项下最多 ${MENU_MAX.links} 项，共两级。要收成一组，先把下面各项收为下级，再清空第一项的去处`
              : `最多 ${MENU_MAX.groups} 组，每组最多 ${MENU_MAX.links} 项；加到最后一组`
          }
          onAdd={add}
        />
      </div>
      {current && edited !== null && (
        <EntryDialog
          row={current}
          isGroup={!isHeader && current.level === 0}
          below={countBelow(rows, edited)}
          targets={known}
          onRemove={() => put(removeRow(rows, edited))}
          onSave={(row) => put(rows.map((one, nth) => (nth === edited ? row : one)))}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}

/** Shortens the name of a target to a label that the rules accept. */
function shorten(name: string): string {
  const characters = [...name.trim()]
  while (measureLabel(characters.join('')) > MENU_MAX.label) characters.pop()
  return characters.join('')
}

/** The place of the focused button among those of its row. */
function findFocusedPlace(): number {
  const focused = document.activeElement
  return listButtons(focused?.closest<HTMLElement>('[data-row]')?.dataset.row).indexOf(focused as HTMLElement)
}

/** Moves the focus to a row that has moved. */
function focusRow(at: number, place: number): void {
  const buttons = listButtons(String(at))
  ;(buttons[place] ?? buttons[0])?.focus()
}

const listButtons = (row: string | undefined) => [
  ...document.querySelectorAll<HTMLElement>(`[data-row="${row}"] :is(button, input)`),
]
