/** Any JSON value. */
export type JsonData = null | boolean | number | string | JsonData[] | { [key: string]: JsonData }
