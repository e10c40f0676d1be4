#include "plot.h"
bool plot_write(const plot *p, const char *path)
{
    (void)p;
    (void)path;
    return true;
}
