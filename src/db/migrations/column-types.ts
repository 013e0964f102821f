import type { ColumnType } from 'kysely'

/** A timestamp: read as a `Date`, also taken as text. */
export type Moment = ColumnType<Date, Date | string, Date | string>
/** A column with a default. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>
/** A column that may be null. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
