#include "farkas/farkas.h"
static inline bool import_knows(const char *p)
{
    (void)p;
    return false;
}
static inline fk_status import_load(fk_context *c, const char *p, const fk_load_options *o, fk_load_report *r,
                                    fk_model **m)
{
    (void)c;
    (void)p;
    (void)o;
    (void)r;
    (void)m;
    return FK_ERROR_FORMAT;
}
