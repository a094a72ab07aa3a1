import { DEFAULT_TOLERANCES, type MassTolerance } from '@portal/contract/orders/mass-tolerance.ts'
import {
  CONTACT_DAYS,
  FIRST_SERIAL_MAX,
  KEPT_YEARS,
  type RangedOrderSetting,
} from '@portal/contract/orders/order-rules.ts'
import {
  CUT_OFF,
  FEE_UNITS,
  type FeeUnit,
  type OrderService,
  URGENT_PERCENT,
  WORKING_DAYS_MAX,
} from '@portal/contract/orders/order-services.ts'
import { useState } from 'react'
import { readCents } from '#domain/orders/typed-values.ts'
import { Field, FieldGroup } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { LinesField } from '../lines-field.tsx'
import { useMember, useSiteForm } from '../site-form.ts'
import { TextField } from '../text-field.tsx'
import styles from './setting-table.module.css'
import { CATEGORIES, SettingTable } from './setting-table.tsx'

const UNITS = Object.keys(FEE_UNITS) as FeeUnit[]
const makeService = (): OrderService => ({
  code: '',
  name: '',
  categories: [...CATEGORIES],
  cents: 0,
  per: 'item',
  workingDays: 3,
})
const makeTolerance = (): MassTolerance => ({ categories: [...CATEGORIES], upToG: '', toleranceG: '' })

/** The tab 送检: what customers can announce, and the rules of the return. */
export function OrdersTab() {
  return (
    <>
      <ServiceTable />
      <FieldGroup
        title="时限与加急"
        note="工作日与节假日在“公告与时间”里设置；次年的放假安排公布后请补录，否则到期日不准"
      >
        <TextField
          name="orderCutOff"
          placeholder={CUT_OFF}
          isFigures
          hint={`当天收样的最后时刻，再晚从次日起算；留空为 ${CUT_OFF}`}
        />
        <NumberField
          name="orderUrgentPercent"
          unit="%"
          fallback={URGENT_PERCENT}
          hint="加急在费用之上另收的比例；工作日减半，至少 1 天"
        />
      </FieldGroup>
      <FieldGroup title="送检须知" note="委托方预约时同意的条款，随委托单一并保存">
        <TextField name="orderTerms" isWide rows={8} />
      </FieldGroup>
      <ToleranceTable />
      <FieldGroup title="委托单号" note="WT、日期、当天的序号与校验码。格式不能改：扫码枪、标签与合作方靠它识别">
        <NumberField
          name="orderFirstSerial"
          fallback={1}
          hint={`每天第一张委托单的序号，至多 ${FIRST_SERIAL_MAX}。如填 501，前 500 号可以留给纸质委托单。当天已有委托单的，次日起生效`}
        />
      </FieldGroup>
      <FieldGroup title="样品柜" note="填了柜格后，入柜只能选其中的">
        <LinesField name="orderTrays" label="每行一个柜格" hint="印在柜格标签上的编号，如 G01" rows={6} />
      </FieldGroup>
      <FieldGroup title="保存多久" note="到期自动删除，删除后无法恢复">
        <NumberField
          name="orderContactDays"
          unit="天"
          fallback={CONTACT_DAYS}
          hint="完成后电话、邮箱与地址保存的天数，其后只留电话末四位"
        />
        <NumberField
          name="orderKeptYears"
          unit="年"
          fallback={KEPT_YEARS}
          hint={`完成后委托单、流转记录与图片保存的年数，至少 ${KEPT_YEARS} 年`}
        />
        <Note tone="warning">保存期限请先与法律顾问和认可要求核对，这里的数字不是法律意见。</Note>
      </FieldGroup>
    </>
  )
}

function ServiceTable() {
  const { edit } = useSiteForm()
  return (
    <SettingTable<OrderService>
      title="项目与价目"
      note="委托方预约时从中选。没有项目时，网上不接受预约。改价不影响已预约的委托单。修改前要再次验证"
      member="orderServices"
      stored={edit.values.orderServices}
      defaults={[]}
      addLabel="添加项目"
      makeLine={makeService}
      getName={({ name, code }) => name || code || '新项目'}
    >
      {({ code, name: title, cents, per, workingDays }, name, change) => (
        <>
          <input
            aria-label={`${name}：代号`}
            placeholder="ID"
            maxLength={20}
            value={code}
            onChange={({ target }) => change({ code: target.value })}
          />
          <input
            aria-label={`${name}：名称`}
            placeholder="玉石定名"
            maxLength={40}
            value={title}
            onChange={({ target }) => change({ name: target.value })}
          />
          <span className={styles.days}>
            ¥
            <YuanInput label={`${name}：单价，元`} cents={cents} onChange={(next) => change({ cents: next })} />每
            <select
              aria-label={`${name}：计价单位`}
              value={per}
              onChange={({ target }) => change({ per: target.value as FeeUnit })}
            >
              {UNITS.map((unit) => (
                <option key={unit} value={unit}>
                  {FEE_UNITS[unit]}
                </option>
              ))}
            </select>
            <input
              type="number"
              min={0}
              max={WORKING_DAYS_MAX}
              aria-label={`${name}：工作日`}
              value={workingDays}
              onChange={({ target }) => change({ workingDays: Number(target.value) })}
            />
            个工作日
          </span>
        </>
      )}
    </SettingTable>
  )
}

interface YuanInputProps {
  label: string
  cents: number
  onChange: (cents: number) => void
}

/** An amount in CNY. Text that is no amount is -1, which the rules refuse. */
function YuanInput({ label, cents, onChange }: YuanInputProps) {
  const [typed, setTyped] = useState('')
  const text = (readCents(typed) ?? -1) === cents ? typed : String(cents / 100)
  return (
    <input
      inputMode="decimal"
      aria-label={label}
      maxLength={11}
      value={text}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(readCents(target.value) ?? -1)
      }}
    />
  )
}

function ToleranceTable() {
  const { edit } = useSiteForm()
  return (
    <SettingTable<MassTolerance>
      title="复称允许差"
      note="交还时与收样时的质量相差更多的，不能交付，并通知负责人。逐行比对，用第一行相符的；天平分度值的两倍总是允许"
      member="orderTolerances"
      stored={edit.values.orderTolerances}
      defaults={DEFAULT_TOLERANCES}
      addLabel="添加一行"
      makeLine={makeTolerance}
      getName={({ upToG, toleranceG }) => `${upToG ? `${upToG} g 以内` : '不限质量'} ${toleranceG || '新行'}`}
    >
      {({ upToG, toleranceG }, name, change) => (
        <span className={styles.days}>
          质量
          <input
            inputMode="decimal"
            aria-label={`${name}：质量上限，g；不限的留空`}
            placeholder="不限"
            maxLength={11}
            value={upToG}
            onChange={({ target }) => change({ upToG: target.value.trim() })}
          />
          g 以内，允许差
          <input
            inputMode="decimal"
            aria-label={`${name}：允许差，g`}
            placeholder="0.010"
            maxLength={11}
            value={toleranceG}
            onChange={({ target }) => change({ toleranceG: target.value.trim() })}
          />
          g
        </span>
      )}
    </SettingTable>
  )
}

interface NumberFieldProps {
  name: RangedOrderSetting
  unit?: string
  /** Value while the setting is empty. */
  fallback: number
  hint: string
}

function NumberField({ name, unit, fallback, hint }: NumberFieldProps) {
  const { edit } = useSiteForm()
  const { field, input } = useMember(name)
  return (
    <Field {...field} label={unit ? `${field.label}（${unit}）` : field.label} hint={hint} isOptional>
      <TextInput
        {...input}
        type="number"
        isFigures
        placeholder={String(fallback)}
        value={edit.values[name] ?? ''}
        onChange={({ target }) => edit.change({ [name]: target.value === '' ? null : Number(target.value) })}
      />
    </Field>
  )
}
