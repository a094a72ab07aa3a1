import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import { ITEM_WORKS } from '@portal/contract/orders/order-rules.ts'
import { formatShortNo } from '#domain/orders/short-number.ts'
import { FigureTable } from '#manage/controls/charts/figure-table.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { findOrderNo } from '../scan/read-scan.ts'
import { formatMass } from '../shared/order-words.tsx'
import { countSamples, type Tray } from './trays.ts'
import styles from './trays-panel.module.css'

interface TraysDialogProps {
  name: string
  trays: readonly Tray[]
  onClose: () => void
}

/** The samples in trays, each with a link to its order. */
export function TraysDialog({ name, trays, onClose }: TraysDialogProps) {
  const empty = trays.filter(({ samples }) => samples.length === 0).length
  return (
    <ManageDialog title={`柜 ${name}`} size="medium" hasCloseButton dismissOnScrim onClose={onClose}>
      <p className={shared.faint}>
        {countSamples(trays)} 件{empty > 0 && trays.length > 1 && `，空 ${empty} 格`}
      </p>
      <div className={styles.table}>
        <FigureTable
          label={`柜 ${name} 里的样品`}
          heads={['柜格', '样品', '类别', '收样质量', '状态']}
          numbers={[3]}
          rows={trays.flatMap((tray) =>
            tray.samples.map(({ sampleNo, category, massInG, work, isOverdue }) => ({
              key: sampleNo,
              cells: [
                tray.name,
                <TextLink key="order" to={`/orders/${findOrderNo(sampleNo)}`}>
                  {formatShortNo(sampleNo)}
                </TextLink>,
                CERTIFICATE_CATEGORIES[category],
                formatMass(massInG),
                isOverdue ? '久存未领' : ITEM_WORKS[work],
              ],
            })),
          )}
          empty="里面没有样品"
        />
      </div>
    </ManageDialog>
  )
}
