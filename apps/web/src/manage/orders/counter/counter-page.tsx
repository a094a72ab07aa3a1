import { PackageOpen, Plus, X } from '@lucide/icons'
import { CODE } from '@portal/contract/errors.ts'
import {
  ORDER_MAX,
  ORDER_PRIORITIES,
  type OrderPriority,
  WAYS_BACK,
  type WayBack,
} from '@portal/contract/orders/order-rules.ts'
import { formatYuan, type OrderTable, sumFees } from '@portal/contract/orders/order-services.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { formatClock } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select, TextInput } from '#manage/controls/forms/inputs.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { BottomBar } from '#manage/controls/saving/bottom-bar.tsx'
import { type Edit, focusField, useEdit } from '#manage/controls/saving/use-edit.ts'
import { Facts } from '#manage/controls/values/facts.tsx'
import { useDraftKey } from '#manage/staff/staff-store.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { EMPTY_ITEM, ItemFields, type TypedItem } from '../shared/item-fields.tsx'
import styles from './counter.module.css'
import {
  type CounterValues,
  findCounterFaults,
  findFaultyItem,
  listCounterFees,
  makeCounterValues,
  toCounterBody,
} from './counter-values.ts'

export const loader = defineLoader(async ({ api }) => ({
  table: (await api.call('GET /v1/orders/table')) as OrderTable,
}))

const LABELS: Readonly<Partial<Record<keyof CounterValues, string>>> = {
  customerName: '姓名或单位',
  phone: '手机',
  address: '收件地址',
  collectors: '可代领',
  items: '样品',
}
const toOptions = <T extends string>(names: Readonly<Record<T, string>>) =>
  (Object.keys(names) as T[]).map((value) => ({ value, label: names[value] }))

/** 现场委托: an order for a customer who stands at the counter. */
export function Component() {
  const { table } = useLoaderData<typeof loader>()
  const { edit, isBusy, announce } = useCounterOrder(table)
  const { values, faults } = edit
  const fees = listCounterFees(table, values)
  const missing = Object.keys(faults) as (keyof CounterValues)[]
  const faulty = missing.find((name) => edit.getFieldProps(name).error)
  useKeys({ 'Mod+Enter': { words: '登记并收样', run: announce } })
  return (
    <>
      <PageHead title="现场委托" crumb={<Link to="/reception">收发</Link>} summary="没有预约、当面送来的样品" />
      <Columns>
        <Column span={8}>
          <Panel title="委托方">
            <CustomerFields edit={edit} />
          </Panel>
          <ItemPanels edit={edit} table={table} />
        </Column>
        <Column span={4}>
          <Panel title="费用" note="请当面告知">
            <Facts
              of={[
                ...fees.map(
                  ({ item, name, cents }) =>
                    [item === null ? name : `${name}，样品 ${item}`, formatYuan(cents)] as const,
                ),
                ['合计', formatYuan(sumFees(fees))],
              ]}
            />
          </Panel>
        </Column>
      </Columns>
      <BottomBar
        state={<b>{values.items.length} 件</b>}
        firstFault={faulty && { label: LABELS[faulty] ?? '', onGo: () => focusField(faulty) }}
        note={[
          !faulty && missing.length > 0 && `还缺：${missing.map((name) => LABELS[name]).join('、')}`,
          edit.storedAtMs !== null && `草稿已存本机 ${formatClock(edit.storedAtMs)}`,
        ]
          .filter(Boolean)
          .join('，')}
      >
        <ButtonLink variant="outline" to="/reception" onClick={edit.discard}>
          不登记
        </ButtonLink>
        <Button icon={PackageOpen} isBusy={isBusy} busyLabel="登记中" onClick={announce}>
          登记并收样 <KeyCaps of="Mod+Enter" />
        </Button>
      </BottomBar>
    </>
  )
}

/** The order that is typed, and its announcement. A second attempt without an answer sends the same key. */
function useCounterOrder(table: OrderTable) {
  const api = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [saved] = useState(() => makeCounterValues(table))
  const key = useDraftKey('counter-order')
  const edit = useEdit<CounterValues>({ key, saved, version: 1, findFaults: findCounterFaults })
  const { isBusy, run } = useBusy((reason) => {
    showOffline(reason, '没有收到答复。填写的内容还在，请再试，不会重复登记')
    if (!(reason instanceof ApiError) || reason.code !== CODE.conflict) return
    showToast('warning', reason.message)
    void revalidate()
  })
  const announce = () => {
    if (isBusy || !edit.check()) return
    void run(async () => {
      const { orderNo, code } = await api.call('POST /v1/manage/orders', { body: toCounterBody(edit.values, table) })
      edit.discard()
      showToast('success', `已登记 ${orderNo}`)
      await navigate(`/reception/${orderNo}`, { state: { orderNo, code } })
    })
  }
  return { edit, isBusy, announce }
}

function CustomerFields({ edit }: { edit: Edit<CounterValues> }) {
  const { values, change, getFieldProps, getInputProps } = edit
  // Every value begins empty, so a mark at each changed field would say nothing.
  const getError = (name: keyof CounterValues) => ({ error: getFieldProps(name).error })
  return (
    <div className={styles.fields}>
      <Field label="姓名或单位" {...getError('customerName')}>
        <TextInput {...getInputProps('customerName')} maxLength={ORDER_MAX.name} autoComplete="off" />
      </Field>
      <Field label="手机" {...getError('phone')}>
        <TextInput {...getInputProps('phone')} type="tel" maxLength={ORDER_MAX.phone} autoComplete="off" />
      </Field>
      <Field label="领回方式">
        <Select
          options={toOptions(WAYS_BACK)}
          value={values.wayBack}
          onChange={({ target }) => change({ wayBack: target.value as WayBack })}
        />
      </Field>
      <Field label="时限">
        <Select
          options={toOptions(ORDER_PRIORITIES)}
          value={values.priority}
          onChange={({ target }) => change({ priority: target.value as OrderPriority })}
        />
      </Field>
      {values.wayBack === 'courier' && (
        <Field label="收件地址" isWide {...getError('address')}>
          <TextInput {...getInputProps('address')} maxLength={ORDER_MAX.address} autoComplete="off" />
        </Field>
      )}
      <Field label="可代领" isOptional hint={`至多 ${ORDER_MAX.collectors} 人，用顿号隔开`} {...getError('collectors')}>
        <TextInput {...getInputProps('collectors')} autoComplete="off" />
      </Field>
    </div>
  )
}

/** A panel for each sample. */
function ItemPanels({ edit, table }: { edit: Edit<CounterValues>; table: OrderTable }) {
  const { items } = edit.values
  const set = (next: TypedItem[]) => edit.change({ items: next })
  const { error } = edit.getFieldProps('items')
  const faulty = findFaultyItem(items)
  const add = () => {
    flushSync(() => set([...items, { ...EMPTY_ITEM, category: items.at(-1)?.category ?? EMPTY_ITEM.category }]))
    focusField(faulty === -1 ? 'items' : `items-${items.length}`)
  }
  return (
    <>
      {items.map((item, at) => (
        <Panel
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name, and their fields keep no state
          key={at}
          title={`样品 ${at + 1}`}
          actions={
            items.length > 1 && (
              <IconButton
                icon={X}
                label={`去掉样品 ${at + 1}`}
                onClick={() => set(items.filter((_, other) => other !== at))}
              />
            )
          }
        >
          <ItemFields
            item={item}
            services={table.services}
            fieldName={at === faulty ? 'items' : `items-${at}`}
            onChange={(next) => set(items.map((one, other) => (other === at ? next : one)))}
          />
        </Panel>
      ))}
      {error && (
        <p className={styles.fault} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button variant="outline" icon={Plus} disabled={items.length >= ORDER_MAX.formItems} onClick={add}>
          再加一件
        </Button>
      </div>
    </>
  )
}
