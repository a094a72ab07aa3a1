import { create } from 'zustand'
import { areSingleKeysOn, watchSingleKeys, writeSingleKeys } from '#lib/single-keys.ts'

/** Whether single keys are on, for components that show keys. */
export const useSingleKeys = create<{ isOn: boolean }>()(() => ({ isOn: areSingleKeysOn() }))

watchSingleKeys(() => useSingleKeys.setState({ isOn: areSingleKeysOn() }))

/** Stores the setting in this browser, for all tabs. */
export function setSingleKeys(isOn: boolean): void {
  writeSingleKeys(isOn)
  useSingleKeys.setState({ isOn })
}
