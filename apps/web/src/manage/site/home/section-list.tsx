import { Lock } from '@lucide/icons'
import type { HomeSection, PlacedSection } from '@portal/contract/site/home-sections.ts'
import { type KeyboardEvent, useId } from 'react'
import { flushSync } from 'react-dom'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MoveButtons } from '../link-groups.tsx'
import { useSiteForm } from '../site-form.ts'
import styles from './home.module.css'
import { SectionFields } from './section-fields.tsx'
import {
  describeSection,
  getPlaces,
  isUnfilled,
  movePlace,
  SECTION_MEMBERS,
  SECTION_NAMES,
  type Section,
  toStoredPlaces,
} from './sections.ts'

interface SectionListProps {
  gems: readonly string[]
  open: Section | null
  onOpen: (section: Section | null) => void
}

/** The sections in order. The open one unfolds in its row. */
export function SectionList({ gems, open, onOpen }: SectionListProps) {
  const { edit } = useSiteForm()
  const { values } = edit
  const places = getPlaces(values)
  const put = (next: PlacedSection[]) => edit.change({ homeSections: toStoredPlaces(next) })
  const move = (section: HomeSection, step: -1 | 1) => {
    const focused = document.activeElement as HTMLElement | null
    flushSync(() => put(movePlace(places, section, step)))
    // The browser drops the focus when the row changes its place. In the next frame it might already be elsewhere.
    focused?.focus()
  }
  const seen = places.filter(({ section, isShown }) => isShown && !isUnfilled(section, values))
  const createRow = (section: Section, number: number | null) => ({
    gems,
    section,
    number,
    isOpen: open === section,
    onToggle: () => onOpen(open === section ? null : section),
  })
  return (
    <Panel
      title="从上到下"
      isFlush
      note={`显示 ${seen.length + 1} 段，共 ${places.length + 1} 段${edit.changed.includes('homeSections') ? '　次序已改' : ''}`}
    >
      <ol className={styles.sections}>
        <SectionRow {...createRow('hero', 1)} />
        {places.map(({ section, isShown }, nth) => {
          const at = seen.findIndex((one) => one.section === section)
          return (
            <SectionRow
              key={section}
              {...createRow(section, at < 0 ? null : at + 2)}
              isShown={isShown}
              isFirst={nth === 0}
              isLast={nth === places.length - 1}
              onMove={(step) => move(section, step)}
              onSwitch={(isOn) =>
                put(places.map((one) => (one.section === section ? { section, isShown: isOn } : one)))
              }
            />
          )
        })}
      </ol>
      <p className={styles.keys}>
        <KeyCaps of="Alt+ArrowUp+ArrowDown" /> 移动
      </p>
    </Panel>
  )
}

interface SectionRowProps {
  gems: readonly string[]
  section: Section
  /** Place among the sections that readers see; `null` for others. */
  number: number | null
  isOpen: boolean
  isShown?: boolean
  /** Place among the sections that can be moved. */
  isFirst?: boolean
  isLast?: boolean
  onToggle: () => void
  onMove?: (step: -1 | 1) => void
  onSwitch?: (isOn: boolean) => void
}

function SectionRow(props: SectionRowProps) {
  const {
    gems,
    section,
    number,
    isOpen,
    isShown = true,
    isFirst = false,
    isLast = false,
    onToggle,
    onMove,
    onSwitch,
  } = props
  const { edit, mayEdit } = useSiteForm()
  const id = useId()
  const name = SECTION_NAMES[section]
  const isChanged = SECTION_MEMBERS[section].some((member) => edit.changed.includes(member))
  const state = isShown ? isUnfilled(section, edit.values) && '未填写，读者看不到' : '已隐藏'
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || !step || !onMove || !mayEdit) return
    event.preventDefault()
    onMove(step as -1 | 1)
  }
  return (
    <li className={styles.section} data-section={section} data-hidden={number === null || undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside take the keys */}
      <div className={styles.row} data-open={isOpen || undefined} onKeyDown={handleKeyDown}>
        <span className={styles.number}>{onMove ? (number ?? '–') : <Icon of={Lock} sizePx={16} />}</span>
        <div className={styles.words}>
          <b>{name}</b>
          {isChanged && <span className={styles.changed}>已改</span>}
          {state && <span className={styles.state}>{state}</span>}
          <small>{describeSection(section, edit.values)}</small>
        </div>
        <span className={styles.tools}>
          {onMove && <MoveButtons name={name} isFirst={isFirst} isLast={isLast} onMove={onMove} />}
          <Button
            variant="quiet"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={`${isOpen ? '收起' : '编辑'}：${name}`}
            onClick={onToggle}
          >
            {isOpen ? '收起' : '编辑'}
          </Button>
          {onSwitch && <Switch label={`显示：${name}`} isLabelHidden isOn={isShown} onChange={onSwitch} />}
        </span>
      </div>
      {isOpen && (
        <div className={styles.fields} id={id}>
          <SectionFields section={section} gems={gems} />
        </div>
      )}
    </li>
  )
}
