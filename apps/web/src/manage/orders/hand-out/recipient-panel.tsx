import type { ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select } from '#manage/controls/forms/inputs.tsx'
import { LineField } from '#manage/controls/forms/line-field.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { CodeInput } from '#manage/staff/code-input.tsx'
import { Button } from '#ui/forms/button.tsx'
import { RadioRow } from '#ui/forms/radio-row.tsx'
import hidden from '#ui/visually-hidden.module.css'
import styles from './hand-out.module.css'
import { findCheck, listCollectors, listRecipientKinds, RECIPIENT_NAMES, type Recipient, toProof } from './recipient.ts'

interface RecipientPanelProps {
  order: ManagedOrder
  recipient: Recipient
  /** Why the last attempt was refused. */
  fault: string | undefined
  onChange: (recipient: Recipient) => void
  /** Notes that a document was checked; another person hands out then. */
  onIdentify: () => void
}

/** Step 一: who collects. */
export function RecipientPanel({ order, recipient, fault, onChange, onIdentify }: RecipientPanelProps) {
  const change = (patch: Partial<Recipient>) => onChange({ ...recipient, ...patch })
  const { kind } = recipient
  const check = findCheck(order)
  return (
    <Panel
      title="一　谁来领"
      actions={
        <RadioRow
          legend="凭什么领"
          name="recipient"
          choices={listRecipientKinds(order).map((value) => ({ value, text: RECIPIENT_NAMES[value] }))}
          value={kind}
          look={{ choices: styles.kinds, legend: hidden.root, choice: styles.kind, radio: hidden.root }}
          onChange={(value) => change({ kind: value })}
        />
      }
    >
      <div className={styles.recipient}>
        {kind === 'code' && (
          <Field label="取件码" hint="6 位数字，随可领通知发给委托方；错 5 次后只能凭证件" error={fault}>
            <CodeInput code={recipient.code} onChange={(code) => change({ code })} />
          </Field>
        )}
        {kind === 'identity' && (
          <>
            <Field
              label="领取人"
              hint={check ? `${check.at} ${check.by}已核验${check.name}的证件` : '委托方，或预约时写明可代领的人'}
              error={fault}
            >
              <Select
                options={listCollectors(order).map((name) => ({ value: name, label: name }))}
                value={recipient.name}
                onChange={({ target }) => change({ name: target.value })}
              />
            </Field>
            <LineField
              label="证件号后四位"
              hint="须两人核对原件，只记后四位：一人登记，另一人在 30 分钟内交付"
              isFigures
              maxLength={4}
              value={recipient.last4}
              onChange={(text) => change({ last4: text.replace(/[^0-9A-Za-z]/g, '') })}
            />
            <Button
              className={styles.identify}
              variant="outline"
              disabled={toProof(recipient) === null}
              onClick={onIdentify}
            >
              登记核验
            </Button>
          </>
        )}
        {kind === 'courier' && (
          <>
            <LineField
              label="快递公司"
              error={fault}
              maxLength={40}
              value={recipient.carrier}
              onChange={(carrier) => change({ carrier })}
            />
            <LineField
              label="快递单号"
              isFigures
              maxLength={40}
              value={recipient.trackingNo}
              onChange={(trackingNo) => change({ trackingNo })}
            />
          </>
        )}
      </div>
    </Panel>
  )
}
