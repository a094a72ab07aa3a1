import { Copy, FileSpreadsheet, Pencil, Plus, X } from '@lucide/icons'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import { formatYuan } from '@portal/contract/orders/order-services.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { readCents } from '#domain/orders/typed-values.ts'
import { openDialog } from '#lib/dialogs.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { hasUser } from '#lib/session.ts'
import { Drawing } from '#ui/figures/drawing.tsx'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import shared from '#ui/shared.module.css'
import { CATEGORY_DRAWINGS, formatItemNumber } from '../item-look.ts'
import { ItemFields } from './item-fields.tsx'
import styles from './new-order.module.css'
import { ACT } from './order-action.ts'
import type { ItemDraft } from './order-draft.ts'
import { findItemFaults } from './order-faults.ts'
import type { OrderForm } from './use-order-form.ts'

/* Few visitors have a file, and their code is not a part of the first view. */
const BatchTable = lazyPart(async () => (await import('./batch-table.tsx')).BatchTable)
const BatchDialog = lazyPart(async () => (await import('./batch-dialog.tsx')).BatchDialog)

/** The samples: those of a file, or typed ones, of which one is open and each other one is a line with its price. */
export function ItemsStep({ form }: { form: OrderForm }) {
  const { draft, move, table } = form
  const [isChoosing, setIsChoosing] = useState(false)
  const [unused, setUnused] = useState<readonly string[]>([])
  const [files, setFiles] = useState(0)
  const choose = () => (hasUser() ? setIsChoosing(true) : openDialog('login'))
  return (
    <>
      {draft.batch ? (
        <>
          <Suspense>
            <BatchTable form={form} rows={draft.batch} key={files} />
          </Suspense>
          {unused.length > 0 && <p className={shared.note}>没有用到的列：{unused.join('、')}。</p>}
          <div className={shared.wrap3}>
            <Button icon={FileSpreadsheet} variant="outline" onClick={choose}>
              换一个表格
            </Button>
            {draft.items.length <= ORDER_MAX.formItems && (
              <Button variant="quiet" onClick={() => move({ ...draft, batch: null })}>
                改为逐件填写
              </Button>
            )}
          </div>
        </>
      ) : (
        <TypedItems form={form}>
          <Button className={styles.formScripted} icon={FileSpreadsheet} variant="outline" onClick={choose}>
            从表格导入
          </Button>
        </TypedItems>
      )}
      {isChoosing && (
        <Suspense>
          <BatchDialog
            services={table.services}
            replaced={draft.items.filter(({ name }) => name.trim() !== '').length}
            onClose={() => setIsChoosing(false)}
            onRead={(file) => {
              setIsChoosing(false)
              setUnused(file.unused)
              setFiles(files + 1)
              move({ ...draft, batch: file.rows, open: 0 })
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function TypedItems({ form, children }: { form: OrderForm; children: ReactNode }) {
  const { items, open } = form.draft
  const isFull = items.length >= ORDER_MAX.formItems
  return (
    <>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is named by its place in the form
        <ItemBox form={form} item={item} at={at} isOpen={at === open} key={at} />
      ))}
      <div className={shared.wrap3}>
        {!isFull && (
          <Button icon={Plus} type="submit" variant="outline" name={ACT} value="add">
            再加一件
          </Button>
        )}
        {children}
        {isFull && (
          <p className={shared.note}>一张委托单至多 {ORDER_MAX.formItems} 件，其余请另填一张，或登录后从表格导入。</p>
        )}
      </div>
    </>
  )
}

interface ItemBoxProps {
  form: OrderForm
  item: ItemDraft
  at: number
  isOpen: boolean
}

function ItemBox({ form, item, at, isOpen }: ItemBoxProps) {
  const number = formatItemNumber(at + 1)
  const hasFaults = Object.keys(findItemFaults(item, at, form.table.services)).length > 0
  const cents = form.estimate.fees.filter((fee) => fee.item === at + 1).reduce((sum, fee) => sum + fee.cents, 0)
  const look = CATEGORY_DRAWINGS[item.category || 'gemstone']
  return (
    <section className={styles.itemItem} data-open={isOpen || undefined} aria-label={`样品 ${number}`}>
      <header className={styles.itemHead}>
        <span className={styles.itemNumber}>{number}</span>
        <Drawing name={look.name} tone={item.category ? look.tone : 'plain'} className={styles.itemDrawing} />
        <div className={shared.mayShrink}>
          <h3 className={styles.itemName}>{item.name.trim() || '未填名称'}</h3>
          <p className={styles.itemFacts} data-faulty={(!isOpen && hasFaults) || undefined}>
            {isOpen ? '正在填写' : hasFaults ? '还未填完' : describeItem(item, item.category)}
          </p>
          {cents > 0 && <p className={styles.itemPrice}>{formatYuan(cents)}</p>}
        </div>
        <span className={shared.row}>
          {isOpen ? (
            <IconButton icon={Copy} type="submit" name={ACT} value={`copy ${at}`} label={`复制样品 ${number}`} />
          ) : (
            <IconButton icon={Pencil} type="submit" name={ACT} value={`open ${at}`} label={`改样品 ${number}`} />
          )}
          <IconButton icon={X} type="submit" name={ACT} value={`remove ${at}`} label={`删去样品 ${number}`} />
        </span>
      </header>
      {isOpen && <ItemFields form={form} at={at} />}
    </section>
  )
}

function describeItem({ count, mass, value, isUndeclared }: ItemDraft, category: CertificateCategory | ''): string {
  return [
    category && CERTIFICATE_CATEGORIES[category],
    `${count.trim()} 件`,
    mass.trim() && `约 ${mass.replace(/\s*(?:g|克)\s*$/i, '').trim()} g`,
    isUndeclared ? '未声明价值' : `声明价值 ${formatYuan(readCents(value) ?? 0)}`,
  ]
    .filter(Boolean)
    .join('，')
}
