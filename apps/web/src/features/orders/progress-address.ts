/** Address that fills in the number of an order. No address contains a query code. */
export const toProgressPath = (orderNo: string): string => `/orders/progress?no=${orderNo}`

/** Name of the form field with the index of the chosen answer to a question. */
export const CHOICE_FIELD = 'choice'
