import { create } from 'zustand'
import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'

/** `tight`: rows of 36px instead of 44. */
type Density = 'roomy' | 'tight'

const DENSITY_KEY = 'manage-density'

/** Density of the lists, which this browser stores. */
export const useDensity = create<{ density: Density }>()(() => ({ density: 'roomy' }))

/** Restores the density that this browser stored. */
export function restoreDensity(): void {
  showDensity(readLocalItem(DENSITY_KEY) === 'tight' ? 'tight' : 'roomy')
}

export function toggleDensity(): void {
  const density = useDensity.getState().density === 'tight' ? 'roomy' : 'tight'
  writeLocalItem(DENSITY_KEY, density === 'tight' ? density : null)
  showDensity(density)
}

function showDensity(density: Density): void {
  document.documentElement.dataset.density = density
  useDensity.setState({ density })
}
