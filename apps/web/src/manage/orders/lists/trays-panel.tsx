import { Panel } from '#manage/controls/layout/panel.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { countSamples, groupTrays, type Tray } from './trays.ts'
import styles from './trays-panel.module.css'

interface TraysPanelProps {
  trays: readonly Tray[]
  /** Receives the trays whose content is to be shown. */
  onOpen: (name: string, trays: readonly Tray[]) => void
}

/** The cabinets: one cell for each tray, filled when samples are in it, red when one of them is overdue for collection. */
export function TraysPanel({ trays, onOpen }: TraysPanelProps) {
  return (
    <Panel title="样品柜" note={`${countSamples(trays)} 件`}>
      {trays.length === 0 ? (
        <p className={shared.faint}>设置里还没有柜格，柜里也没有样品。</p>
      ) : (
        <>
          <ul className={styles.cabinets}>
            {groupTrays(trays).map((cabinet) => {
              const used = cabinet.trays.filter(({ samples }) => samples.length > 0)
              return (
                <li key={cabinet.name}>
                  <button type="button" className={styles.cabinet} onClick={() => onOpen(cabinet.name, cabinet.trays)}>
                    <span className={styles.name}>{cabinet.name}</span>
                    <span className={styles.cells} aria-hidden="true">
                      {cabinet.trays.map(({ name, samples }) => (
                        <i
                          key={name}
                          data-used={samples.length > 0 || undefined}
                          data-late={samples.some(({ isOverdue }) => isOverdue) || undefined}
                        />
                      ))}
                    </span>
                    <span className={styles.count}>
                      {used.length} / {cabinet.trays.length}
                      <VisuallyHidden>格有样品，共 {countSamples(used)} 件</VisuallyHidden>
                    </span>
                  </button>
                </li>
              )
            })}
          </ul>
          <p className={shared.faint}>一小格是一个柜格，红色的有久存未领的样品。扫柜格的码，看里面的样品。</p>
        </>
      )}
    </Panel>
  )
}
