import { Plus } from '@lucide/icons'
import type { ManagedItem } from '@portal/contract/orders/manage-orders.ts'
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Link } from '#ui/link.tsx'
import { formatMass, ItemMark } from '../shared/order-words.tsx'
import styles from './intake.module.css'

interface ItemListProps {
  items: readonly ManagedItem[]
  current: ManagedItem
  /** Adds a sample that was not announced; left out when the order takes none. */
  onAdd: (() => void) | undefined
}

/** The samples of an order; on narrow screens a strip that scrolls sideways. */
export function ItemList({ items, current, onAdd }: ItemListProps) {
  const { state } = useLocation()
  const received = items.filter(({ massInG }) => massInG !== null).length
  const list = useRef<HTMLUListElement>(null)
  // The chosen sample of a long order is in view from the first paint.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sample was chosen
  useLayoutEffect(() => {
    const root = list.current
    const chosen = root?.querySelector<HTMLElement>('[aria-current]')
    if (!root || !chosen) return
    root.scrollTop = chosen.offsetTop - root.offsetTop - root.clientHeight / 3
    root.scrollLeft = chosen.offsetLeft - root.offsetLeft - root.clientWidth / 3
  }, [current.sampleNo])
  return (
    <Panel title="样品" note={`${received} / ${items.length} 已收`} isFlush>
      <ul className={styles.items} ref={list}>
        {items.map((item) => (
          <li key={item.sampleNo}>
            <Link
              className={styles.item}
              to={`?item=${item.item}`}
              replace
              state={state}
              preventScrollReset
              aria-current={item === current ? 'true' : undefined}
            >
              <span className={styles.itemNo}>{String(item.item).padStart(2, '0')}</span>
              <span className={styles.itemName}>
                {item.statedName}
                {item.reference && <small>货号 {item.reference}</small>}
              </span>
              <span className={styles.itemState}>
                {item.massInG === null ? <ItemMark item={item} /> : `${formatMass(item.massInG)}，已收`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.extra}>
        {onAdd && (
          <Button variant="quiet" icon={Plus} onClick={onAdd}>
            多出一件…
          </Button>
        )}
        <p>没有送来的留在“待送达”，下次再收。</p>
      </div>
    </Panel>
  )
}
